// SPDX-License-Identifier: Apache-2.0
// The tables in which a program keeps what it has told the search about its memory
// (runtime/ranges.h). They are globals of the program, so that they belong to the state.
#include "explore/explore_int.h"

#include <string.h>

enum { WORDS = 4 }; // of an entry: start, size, function, kind

typedef struct Table {
    Contents contents;
    u32 base, word; // where it begins; size of a pointer
} Table;

static u64 word_at(const Table *t, u32 index) {
    CHECK(t->word == 4 || t->word == 8);
    return contents_number(t->contents, t->base + index * t->word, t->word);
}

static ObjId pointer_at(const Table *t, u32 index) {
    CHECK(t->base + (index + 1) * t->word <= t->contents.size);
    return contents_object(t->contents, t->base + index * t->word);
}

ObjId table_named(const Program *p, const char *name) {
    for (ObjId i = 1; i <= p->nglobals; i++)
        if (p->globals[i].is_runtime && strcmp(p->globals[i].name, name) == 0)
            return i;
    return 0;
}

u32 table_read(const Program *p, ObjId table, const Block *block, TableEntry out[TABLE_ENTRIES]) {
    ENSURE(table && table <= p->nglobals && p->globals[table].is_runtime);
    Table t = {block_contents(block), p->globals[table].offset, p->ptr_bytes};
    u64 n = word_at(&t, 0);
    ENSURE(n <= TABLE_ENTRIES);
    ENSURE((1 + n * WORDS) * t.word <= p->globals[table].size);
    for (u32 i = 0, at = 1; i < n; i++, at += WORDS)
        out[i] = (TableEntry){(TableKind)word_at(&t, at + 3), pointer_at(&t, at),
                              pointer_at(&t, at + 2), word_at(&t, at), word_at(&t, at + 1)};
    return (u32)n;
}
