// SPDX-License-Identifier: Apache-2.0
// Why there are so many states: how many different local states threads have, how many different
// values globals and objects, where threads stand. All of it is found out from the store when a
// search has ended, so that a search pays nothing for it.
#include "base/table.h"
#include "explore/explore_int.h"

#include <stdlib.h>

enum { MOST_STATES = 1 << 20 };   // that are taken apart
enum { MOST_SAMPLED = 1 << 13 };  // of which it is known where their threads stand
enum { MOST_CONTENTS = 1 << 14 }; // of a group, in which the values of variables are told apart
#define LONGEST 0.15              // seconds; the command must end soon

typedef struct Line {
    GrowthRow row;
    u32 last; // 1 + the last state that was sampled with a thread there
    u64 hits; // states
} Line;

typedef struct Tallies {
    const Program *p;
    u64 *contents; // by group of globals
    ObjId *first;  // of the program's own globals in a group; 0: none
    ObjId *next;   // by global: the next one in its group
    u64 *values;   // by global
    u64 *threads;  // by function
    Table seen;    // hashes of values, global + 1
    Table objects; // kind << 32 | size: 1 + index of the row
    GrowthRow *rows;
    u32 nrows, rows_cap;
    Table places; // file << 32 | line: 1 + index of the line
    Line *lines;
    u32 nlines, lines_cap;
    bool is_whole;
} Tallies;

// ---- values -------------------------------------------------------------------------------------

// Bytes of a block, and what of them are pointers.
static u64 value_hash(const Block *b, u32 off, u32 size) {
    u64 hash = hash_bytes(block_data(b) + off, size, size);
    for (u32 i = 0; i < b->ntags; i++) {
        const Tag *t = &block_tags(b)[i];
        if (t->off >= off && t->off < off + size)
            hash = hash_mix(hash ^ ((u64)t->obj << 32 | (t->off - off)));
    }
    return hash;
}

static void count_globals(Tallies *c, u32 group, const Block *b) {
    c->contents[group]++;
    if (c->contents[group] > MOST_CONTENTS) {
        c->is_whole = false;
        return;
    }
    for (ObjId g = c->first[group]; g; g = c->next[g]) {
        const Global *global = &c->p->globals[g];
        u32 known;
        if (global->offset + global->size > b->size)
            continue;
        u64 hash = value_hash(b, global->offset, global->size);
        if (!table_find(&c->seen, hash, g, &known)) {
            table_add(&c->seen, hash, g);
            c->values[g]++;
        }
    }
}

static void list_globals(Tallies *c) {
    for (ObjId g = 1; g <= c->p->nglobals; g++) {
        const Global *global = &c->p->globals[g];
        if (global->is_const || global->is_tls || global->is_runtime || global->is_undefined)
            continue;
        ENSURE(global->block < c->p->nblocks);
        c->next[g] = c->first[global->block];
        c->first[global->block] = g;
    }
}

// What an object is; NULL: nothing that takes contents.
static const char *object_name(u8 kind) {
    switch ((ObjKind)kind) {
    case OBJ_HEAP: return "heap blocks";
    case OBJ_INTERNAL: return "objects of the library";
    case OBJ_LOCAL: return "local variables";
    case OBJ_TLS: return "thread-local variables";
    case OBJ_UNKNOWN: return "unknown values";
    case OBJ_FREE_SLOT:
    case OBJ_GLOBAL:
    case OBJ_CONST:
    case OBJ_FUNC:
    case OBJ_FREED:
    case OBJ_RETURNED:
    case OBJ_SPOT:
    case OBJ_KIND_COUNT: break;
    }
    return NULL;
}

static void count_object(Tallies *c, const Block *b) {
    const char *what = object_name(b->kind);
    if (!what)
        return;
    u32 *at = table_add(&c->objects, (u64)b->kind << 32 | b->size, PLAIN_KEY);
    if (!*at) {
        VEC_PUSH(c->rows, c->nrows, c->rows_cap) =
            (GrowthRow){.id = c->nrows, .what = what, .size = b->size};
        *at = c->nrows;
    }
    c->rows[*at - 1].n++;
}

// ---- places -------------------------------------------------------------------------------------

// The line where the thread stands; NULL: it is not known, or the thread waits for others to end.
static Line *line_of(Tallies *c, const Block *thread) {
    VmStanding at;
    if (thread->rank || !vm_packed_stands(c->p, thread, &at))
        return NULL;
    SrcLoc loc = program_loc(c->p, at.func, at.pc);
    if (!loc.line)
        return NULL;
    u32 *index = table_add(&c->places, (u64)loc.file << 32 | loc.line, PLAIN_KEY);
    if (!*index) {
        VEC_PUSH(c->lines, c->nlines, c->lines_cap) = (Line){.row = {.at = loc}};
        *index = c->nlines;
    }
    return &c->lines[*index - 1];
}

static void count_leaf(void *arg, LeafKind kind, u32 index, const Block *b) {
    Tallies *c = arg;
    Line *line = kind == LEAF_THREAD ? line_of(c, b) : NULL;
    switch (kind) {
    case LEAF_GLOBALS: count_globals(c, index, b); break;
    case LEAF_OBJECT: count_object(c, b); break;
    case LEAF_THREAD:
        ENSURE(b->site < c->p->nfuncs);
        c->threads[b->site]++;
        if (line)
            line->row.n++;
        break;
    }
}

static void count_standing(void *arg, u32 state, const Block *thread) {
    Line *line = line_of(arg, thread);
    if (line && line->last != state + 1) {
        line->last = state + 1;
        line->hits++;
    }
}

// ---- the most of them ---------------------------------------------------------------------------

static int by_number(const void *a, const void *b) {
    const GrowthRow *x = a, *y = b;
    if (x->share != y->share)
        return x->share < y->share ? 1 : -1;
    if (x->n != y->n)
        return x->n < y->n ? 1 : -1;
    return (x->id > y->id) - (x->id < y->id);
}

// Keeps a row if it is one of those with the most.
static void keep(GrowthList *list, GrowthRow row) {
    if (list->n == GROWTH_ROWS) {
        if (by_number(&list->rows[GROWTH_ROWS - 1], &row) <= 0)
            return;
        list->n--;
    }
    list->rows[list->n++] = row;
    qsort(list->rows, list->n, sizeof *list->rows, by_number);
}

static void keep_all(const Tallies *c, u32 nsampled, Growth *out) {
    for (FuncId f = 0; f < c->p->nfuncs; f++)
        if (c->threads[f] && !c->p->funcs[f].is_runtime)
            keep(&out->threads, (GrowthRow){.id = f, .n = c->threads[f]});
    for (ObjId g = 1; g <= c->p->nglobals; g++)
        if (c->values[g] > 1)
            keep(&out->globals,
                 (GrowthRow){.id = g,
                             .n = c->values[g],
                             .is_least = c->contents[c->p->globals[g].block] > MOST_CONTENTS});
    for (u32 i = 0; i < c->nrows; i++)
        if (c->rows[i].n > 1)
            keep(&out->objects, c->rows[i]);
    for (u32 i = 0; i < c->nlines; i++) {
        GrowthRow row = c->lines[i].row;
        row.id = i;
        row.share = nsampled ? (double)c->lines[i].hits / nsampled : 0;
        keep(&out->lines, row);
    }
}

static void counting_begin(Tallies *c) {
    const Program *p = c->p;
    c->contents = mem_zalloc((p->nblocks + 1) * sizeof *c->contents);
    c->first = mem_zalloc((p->nblocks + 1) * sizeof *c->first);
    c->next = mem_zalloc((p->nglobals + 1) * sizeof *c->next);
    c->values = mem_zalloc((p->nglobals + 1) * sizeof *c->values);
    c->threads = mem_zalloc((p->nfuncs + 1) * sizeof *c->threads);
    list_globals(c);
}

static void counting_end(Tallies *c) {
    const Program *p = c->p;
    mem_free(c->contents, (p->nblocks + 1) * sizeof *c->contents);
    mem_free(c->first, (p->nblocks + 1) * sizeof *c->first);
    mem_free(c->next, (p->nglobals + 1) * sizeof *c->next);
    mem_free(c->values, (p->nglobals + 1) * sizeof *c->values);
    mem_free(c->threads, (p->nfuncs + 1) * sizeof *c->threads);
    table_done(&c->seen);
    table_done(&c->objects);
    table_done(&c->places);
    VEC_FREE(c->rows, c->rows_cap);
    VEC_FREE(c->lines, c->lines_cap);
}

void exploration_growth(const Exploration *x, u64 memory_limit, Growth *out) {
    Tallies c = {.p = x->program, .is_whole = true};
    u64 most = memory_limit && memory_limit >> 8 < MOST_STATES ? memory_limit >> 8 : MOST_STATES;
    double until = clock_seconds() + LONGEST;
    Census census;
    counting_begin(&c);
    CensusOptions options = {most, until, count_leaf, &c};
    state_census(x->store, &options, &census);
    SampleOptions sample = {MOST_SAMPLED, until + LONGEST / 2, count_standing, &c};
    u32 nsampled = state_sample(x->store, &sample);
    *out = (Growth){.is_known = true,
                    .is_whole = census.is_whole && c.is_whole,
                    .has_shares = nsampled > 0,
                    .most_threads = census.most_threads,
                    .most_objects = census.most_objects};
    keep_all(&c, nsampled, out);
    counting_end(&c);
}
