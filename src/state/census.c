// SPDX-License-Identifier: Apache-2.0
// What the states of a store are made of: which blocks states have as a part of them, each once.
//
// Of a state there is only its root (tree.c). The nodes of all roots at one place of the tree lead
// to the nodes at the two places below it, and so on down to the leaves; each is followed once, so
// that this takes time by nodes and not by states. A store that keeps hashes has no roots, but
// still all blocks that its states were made of.
#include "base/table.h"
#include "state/state_int.h"

enum { TREES = 4, MOST_LEVELS = 32 };
enum { MOST_SHARED = IS_TINY ? 1 << 10 : 1 << 18 }; // values of globals that are told apart

// Numbers in a row, each once.
typedef struct Numbers {
    u32 *items;
    u32 n, cap;
} Numbers;

typedef struct Bits {
    u64 *words;
    u64 n; // of words
} Bits;

typedef struct Walk {
    const StateStore *store;
    const CensusOptions *o;
    Census *out;
    const Shape *shape;
    u32 lines[MOST_LEVELS];       // of each row of its tree
    Numbers numbers[MOST_LEVELS]; // of the place that is looked at, by row
    Bits is_there;                // among the numbers that are being collected
    Bits is_object, is_thread;    // blocks that were told
    Table shared;                 // of globals, if there are several shapes: block, group + 1
    bool is_late;
} Walk;

static void bits_init(Bits *b, u64 nbits) {
    b->n = nbits / 64 + 1;
    b->words = mem_zalloc(b->n * sizeof *b->words);
}

static void bits_done(Bits *b) { mem_free(b->words, b->n * sizeof *b->words); }

// Whether it is new.
static bool bits_add(Bits *b, u32 i) {
    ENSURE(i / 64 < b->n);
    u64 bit = UINT64_C(1) << i % 64, *word = &b->words[i / 64];
    bool is_new = !(*word & bit);
    *word |= bit;
    return is_new;
}

static void numbers_add(Walk *w, Numbers *to, u32 number) {
    if (bits_add(&w->is_there, number))
        VEC_PUSH(to->items, to->n, to->cap) = number;
}

// They are complete.
static void numbers_end(Walk *w, const Numbers *of) {
    for (u32 i = 0; i < of->n; i++)
        w->is_there.words[of->items[i] / 64] = 0;
}

// ---- leaves -------------------------------------------------------------------------------------

static void tell(Walk *w, LeafKind kind, u32 index, u32 id) {
    w->o->visit(w->o->arg, kind, index, blocks_get(store_blocks((StateStore *)w->store), id));
}

static bool is_new_global(Walk *w, u32 group, u32 id) {
    u32 known;
    if (w->out->shapes == 1)
        return true;
    if (table_find(&w->shared, id, group + 1, &known))
        return false;
    w->out->is_whole = w->out->is_whole && w->shared.n < MOST_SHARED;
    if (w->shared.n < MOST_SHARED)
        table_add(&w->shared, id, group + 1);
    return w->shared.n < MOST_SHARED;
}

// What kind of leaf it is; false: it is no block.
static bool leaf_kind(const Walk *w, u32 leaf, LeafKind *out) {
    u32 nblocks = store_program(w->store)->nblocks;
    u32 nthreads = w->shape->nthreads & 0xffff; // see matched_threads in view.c
    *out = leaf < nblocks                    ? LEAF_GLOBALS
           : leaf < nblocks + w->shape->ndyn ? LEAF_OBJECT
                                             : LEAF_THREAD;
    return leaf < nblocks + w->shape->ndyn + nthreads;
}

static void tell_leaf(Walk *w, u32 leaf, const Numbers *ids) {
    LeafKind kind;
    if (!leaf_kind(w, leaf, &kind))
        return;
    for (u32 i = 0; i < ids->n; i++) {
        u32 id = ids->items[i];
        bool is_new = kind == LEAF_GLOBALS  ? is_new_global(w, leaf, id)
                      : kind == LEAF_OBJECT ? bits_add(&w->is_object, id)
                                            : bits_add(&w->is_thread, id);
        if (is_new && id)
            tell(w, kind, leaf, id);
    }
}

// ---- trees --------------------------------------------------------------------------------------

// The numbers at one of the places below those of a row; `is_right` the second one.
static void collect_below(Walk *w, u32 row, bool is_right) {
    const PairMap *inner = store_inner((StateStore *)w->store);
    const Numbers *from = &w->numbers[row];
    Numbers *to = &w->numbers[row - 1];
    to->n = 0;
    for (u32 i = 0; i < from->n; i++) {
        u64 pair = pairmap_get(inner, from->items[i]);
        numbers_add(w, to, (u32)(is_right ? pair >> 32 : pair));
    }
    numbers_end(w, to);
}

// Whether there are blocks at or below a place. (What is none comes last: the search's own number,
// which is as large as it likes, may have moved up alone.)
static bool is_of_interest(const Walk *w, u32 row, u32 line, u32 tree) {
    LeafKind kind;
    return leaf_kind(w, (line << row) * TREES + tree, &kind);
}

// Goes down from the numbers of a row, which stand in this line of it.
static void descend(Walk *w, u32 row, u32 line, u32 tree) {
    w->is_late = w->is_late || clock_seconds() > w->o->until;
    if (w->is_late)
        return;
    if (row == 0) {
        tell_leaf(w, line * TREES + tree, &w->numbers[0]);
        return;
    }
    bool is_alone = 2 * line + 1 == w->lines[row - 1];
    for (u32 side = 0; side < 2; side++) {
        if ((is_alone && side) || !is_of_interest(w, row - 1, 2 * line + side, tree))
            continue;
        if (is_alone) { // it has moved up as it was
            w->numbers[row - 1].n = 0;
            for (u32 i = 0; i < w->numbers[row].n; i++)
                VEC_PUSH(w->numbers[row - 1].items, w->numbers[row - 1].n,
                         w->numbers[row - 1].cap) = w->numbers[row].items[i];
        } else {
            collect_below(w, row, side);
        }
        descend(w, row - 1, 2 * line + side, tree);
    }
}

static u32 set_lines(Walk *w) {
    u32 top = 0, n = vector_count_leaves(store_program(w->store), w->shape->ndyn,
                                         w->shape->nthreads & 0xffff) +
                     (w->shape->nthreads >> 16);
    for (w->lines[0] = (n + TREES - 1) / TREES; w->lines[top] > 1; top++)
        w->lines[top + 1] = (w->lines[top] + 1) / 2;
    ENSURE(top + 1 < MOST_LEVELS);
    return top;
}

// ---- roots --------------------------------------------------------------------------------------

// The numbers of a root, see tree_root.
static void numbers_of(Root key, u32 root[TREES]) {
    root[0] = (u32)key.low - 1;
    root[1] = (u32)(key.low >> 32) - 1;
    root[2] = (u32)key.high - 1;
    root[3] = (u32)(key.high >> 32) - 1;
}

typedef struct Collecting {
    Walk *walk;
    u32 row, tree;
} Collecting;

static void collect_root(void *arg, Root key) {
    Collecting *c = arg;
    u32 root[TREES];
    numbers_of(key, root);
    numbers_add(c->walk, &c->walk->numbers[c->row], root[c->tree]);
}

static void walk_shape(Walk *w, u64 step) {
    u32 top = set_lines(w);
    for (u32 tree = 0; tree < TREES && !w->is_late; tree++) {
        if (!is_of_interest(w, top, 0, tree))
            continue;
        w->numbers[top].n = 0;
        rootset_visit(w->shape->roots, step, collect_root, &(Collecting){w, top, tree});
        numbers_end(w, &w->numbers[top]);
        descend(w, top, 0, tree);
    }
}

static u64 step_of(u64 nstates, u64 most) {
    return most && nstates > most ? (nstates + most - 1) / most : 1;
}

// ---- hashes -------------------------------------------------------------------------------------

// The group of globals with contents of this size, if there is only one.
static bool group_of(const Program *p, u32 size, u32 *group) {
    u32 n = 0;
    for (u32 i = 0; i < p->nblocks; i++)
        if (p->blocks[i].size == size) {
            *group = i;
            n++;
        }
    return n == 1;
}

static void walk_blocks(Walk *w) {
    const Blocks *blocks = store_blocks((StateStore *)w->store);
    w->out->is_whole = false;
    for (u32 id = 1; id <= idarray_count(&blocks->by_id) && !w->is_late; id++) {
        const Block *b = blocks_get(blocks, id);
        u32 group = 0;
        w->is_late = clock_seconds() > w->o->until;
        if (b->kind == OBJ_FREE_SLOT)
            tell(w, LEAF_THREAD, 0, id);
        else if (b->kind != OBJ_GLOBAL)
            tell(w, LEAF_OBJECT, 0, id);
        else if (group_of(store_program(w->store), b->size, &group))
            tell(w, LEAF_GLOBALS, group, id);
    }
}

// ---- the whole ----------------------------------------------------------------------------------

static void walk_begin(Walk *w) {
    StateStore *s = (StateStore *)w->store;
    u64 nblocks = idarray_count(&store_blocks(s)->by_id);
    u64 nnodes = idarray_count(&store_inner(s)->pairs);
    bits_init(&w->is_there, nblocks > nnodes ? nblocks : nnodes);
    bits_init(&w->is_object, nblocks);
    bits_init(&w->is_thread, nblocks);
}

static void walk_end(Walk *w) {
    bits_done(&w->is_there);
    bits_done(&w->is_object);
    bits_done(&w->is_thread);
    table_done(&w->shared);
    for (u32 i = 0; i < MOST_LEVELS; i++)
        VEC_FREE(w->numbers[i].items, w->numbers[i].cap);
}

void state_census(const StateStore *s, const CensusOptions *o, Census *out) {
    Walk w = {.store = s, .o = o, .out = out};
    u32 nshapes;
    Shape *const *shapes = store_shapes(s, &nshapes);
    *out = (Census){.is_whole = state_is_exact(s), .shapes = nshapes};
    u64 nrooted = 0;
    for (u32 i = 0; i < nshapes; i++)
        nrooted += rootset_count(shapes[i]->roots);
    u64 step = step_of(nrooted, o->most);
    walk_begin(&w);
    for (u32 i = 0; i < nshapes && !w.is_late; i++) {
        u32 nthreads = shapes[i]->nthreads & 0xffff;
        out->most_objects =
            shapes[i]->ndyn > out->most_objects ? shapes[i]->ndyn : out->most_objects;
        out->most_threads = nthreads > out->most_threads ? nthreads : out->most_threads;
        w.shape = shapes[i];
        walk_shape(&w, step);
    }
    if (!nrooted)
        walk_blocks(&w);
    out->is_whole = out->is_whole && !w.is_late && step == 1;
    walk_end(&w);
}

// ---- some of the states -------------------------------------------------------------------------

typedef struct Sampling {
    const StateStore *store;
    const SampleOptions *o;
    const Shape *shape;
    u32 nleaves, first, nthreads; // the first leaf that is a thread
    u32 n;                        // states so far
} Sampling;

// The block of one leaf of a root.
static u32 leaf_below(const Sampling *s, const u32 *root, u32 leaf) {
    const PairMap *inner = store_inner((StateStore *)s->store);
    u32 lines[MOST_LEVELS] = {(s->nleaves + TREES - 1) / TREES}, row = 0;
    for (; lines[row] > 1; row++)
        lines[row + 1] = (lines[row] + 1) / 2;
    u32 number = root[leaf % TREES], line = leaf / TREES;
    for (; row > 0; row--) {
        u32 above = line >> row, below = line >> (row - 1);
        if (2 * above + 1 != lines[row - 1])
            number =
                (u32)(below & 1 ? pairmap_get(inner, number) >> 32 : pairmap_get(inner, number));
    }
    return number;
}

static void sample_root(void *arg, Root key) {
    Sampling *s = arg;
    u32 root[TREES];
    numbers_of(key, root);
    if (s->n >= s->o->most || clock_seconds() > s->o->until)
        return;
    for (u32 t = 0; t < s->nthreads; t++) {
        u32 id = leaf_below(s, root, s->first + t);
        if (id)
            s->o->visit(s->o->arg, s->n, blocks_get(store_blocks((StateStore *)s->store), id));
    }
    s->n++;
}

u32 state_sample(const StateStore *s, const SampleOptions *o) {
    const Program *p = store_program(s);
    Sampling sampling = {.store = s, .o = o};
    u32 nshapes;
    Shape *const *shapes = store_shapes(s, &nshapes);
    u64 nrooted = 0;
    for (u32 i = 0; i < nshapes; i++)
        nrooted += rootset_count(shapes[i]->roots);
    for (u32 i = 0; i < nshapes; i++) {
        sampling.shape = shapes[i];
        sampling.nthreads = shapes[i]->nthreads & 0xffff;
        sampling.first = p->nblocks + shapes[i]->ndyn;
        sampling.nleaves = vector_count_leaves(p, shapes[i]->ndyn, sampling.nthreads) +
                           (shapes[i]->nthreads >> 16);
        rootset_visit(shapes[i]->roots, step_of(nrooted, o->most), sample_root, &sampling);
    }
    return sampling.n;
}
