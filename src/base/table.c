// SPDX-License-Identifier: Apache-2.0
// Hash tables: adding and growing. Finding is inline, in table.h.
#include "base/table.h"

#include <string.h>

enum { FIRST_SLOTS = IS_TINY ? 2 : 64 };

static size_t bytes_of(const Table *t) { return t->slots ? (t->mask + 1) * sizeof *t->slots : 0; }

static void grow(Table *t) {
    Table old = *t;
    u64 nslots = old.slots ? 2 * (old.mask + 1) : FIRST_SLOTS;
    ENSURE((nslots & (nslots - 1)) == 0);
    t->slots = mem_zalloc_large(nslots * sizeof *t->slots);
    t->mask = nslots - 1;
    for (u64 i = 0; old.slots && i <= old.mask; i++)
        if (old.slots[i].kind)
            *table_slot(t, old.slots[i].word, old.slots[i].kind) = old.slots[i];
    mem_free_large(old.slots, bytes_of(&old));
}

u32 *table_add(Table *t, u64 word, u32 kind) {
    ENSURE(kind);
    if (!t->slots || t->n > t->mask / 2)
        grow(t);
    TableSlot *s = table_slot(t, word, kind);
    if (!s->kind) {
        *s = (TableSlot){.word = word, .kind = kind};
        t->n++;
    }
    return &s->value;
}

void table_clear(Table *t) {
    if (t->n)
        memset(t->slots, 0, bytes_of(t));
    t->n = 0;
}

void table_done(Table *t) {
    mem_free_large(t->slots, bytes_of(t));
    *t = (Table){0};
}
