// SPDX-License-Identifier: Apache-2.0
// Hash table from keys to numbers, for one thread at a time: open addressing, linear probing, at
// most half full. A key is a word and a kind: what says that the word is of another sort, or how
// long the thing is that was hashed to it. Both are compared in full. What is larger than a number
// stays in an array of the user, and the table has its index.
//
// Contents that are found by their hash: the word is the hash; if other contents are there, the
// next word is tried, and so on.
#ifndef HEDDLE_TABLE_H
#define HEDDLE_TABLE_H

#include "base/base.h"

enum { PLAIN_KEY = 1 }; // the kind, where all keys are of one

typedef struct TableSlot {
    u64 word;
    u32 kind;  // 0: empty, and so are the others
    u32 value; // 0 until it is given one
} TableSlot;

// Cleared memory is an empty table.
typedef struct Table {
    TableSlot *slots; // NULL until something is added
    u64 mask;         // their number, a power of two, minus 1
    u64 n;
} Table;

// The value of a key; a new one has the value 0. The pointer is good until the next is added.
u32 *table_add(Table *t, u64 word, u32 kind);
void table_clear(Table *t); // keeps its memory
void table_done(Table *t);  // gives it back: the table is empty and can be used again

// Where the slot of a key is looked for first. The factor is odd, so that no bit of the word is
// lost, and larger than differences of kinds mostly are.
static inline u64 table_home(const Table *t, u64 word, u32 kind) {
    CHECK(kind);
    return hash_mix(word * 5 + kind) & t->mask;
}

// The key will be asked for soon.
static inline void table_prefetch(const Table *t, u64 word, u32 kind) {
    if (t->slots)
        __builtin_prefetch(&t->slots[table_home(t, word, kind)]);
}

// The slot of a key, or an empty one. Needs slots.
static inline TableSlot *table_slot(const Table *t, u64 word, u32 kind) {
    CHECK(t->n <= t->mask); // there is an empty slot
    u64 at = table_home(t, word, kind);
    while (t->slots[at].kind && (t->slots[at].word != word || t->slots[at].kind != kind))
        at = (at + 1) & t->mask;
    return &t->slots[at];
}

// Whether the key is there; its value, otherwise 0.
static inline bool table_find(const Table *t, u64 word, u32 kind, u32 *value) {
    const TableSlot *s = t->slots ? table_slot(t, word, kind) : &(TableSlot){0};
    *value = s->value;
    return s->kind != 0;
}

#endif
