// SPDX-License-Identifier: Apache-2.0
// States with unknown values that are covered: a state need not be looked at if another one, equal
// but for unknown values and what is known of them, stands for all that it stands for. So a loop
// that adds nothing but longer terms ends. (Barnat, Bauch, Havel: Model checking parallel programs
// with inputs, PDP 2014, match states by such questions.)
//
// States are kept by their skeletons: what they are without their unknown values.
//
// SOUND: all that can happen from a covered state can happen from the other one, which is looked at
// or will be: only a state that is not covered itself gets into the table, and what is covered by
// it is judged only after that. So of two states that cover each other one is looked at. This is
// enough for what is true of single runs' ends and states, not for cycles.
#include "explore/explore_int.h"

#include "base/table.h"

#include <string.h>

enum { MOST_TRIED = 8 }; // older states that a new one is compared with
// Comparing takes the solver, and states without it are cheap: it may have this long, and then half
// of the time. So a search takes at most about twice as long as without.
#define FREE_SECONDS 1.0
enum { MOST_BYTES = IS_TINY ? 1 << 16 : 1 << 26 }; // of the table; then no states are added

typedef struct Kept {
    StateWord *vector; // without inner nodes
    ObjId *slots;
    u32 nwords, nslots;
} Kept;

// States with the same skeleton; those that have covered another one lately are first.
typedef struct Bone {
    u32 *leaves;
    u32 n, nthreads;
    Kept **kept;
    u32 nkept, kept_cap;
} Bone;

struct Covers {
    MatchRange hidden; // the variable by which a state says what is known
    u32 globals;       // the leaf where it is
    pthread_mutex_t lock;
    Table index; // of bones, by hash
    Bone **bones;
    u32 nbones, bones_cap;
    size_t bytes;
    double began, spent;  // when the search began; the seconds of all comparisons
    _Atomic u64 ncovered; // read while others add
};

Covers *covers_new(const Program *p, ObjId variable) {
    const Global *g = &p->globals[variable];
    Covers *c = mem_zalloc(sizeof *c);
    c->globals = g->block;
    c->hidden =
        (MatchRange){.leaf = g->block, .off = g->offset, .size = g->size, .is_hidden = true};
    c->began = clock_seconds();
    pthread_mutex_init(&c->lock, NULL);
    return c;
}

static void kept_free(Kept *k) {
    mem_free(k->vector, k->nwords * sizeof *k->vector);
    mem_free(k->slots, k->nslots * sizeof *k->slots);
    mem_free(k, sizeof *k);
}

static void bone_free(Bone *b) {
    for (u32 i = 0; i < b->nkept; i++)
        kept_free(b->kept[i]);
    VEC_FREE(b->kept, b->kept_cap);
    mem_free(b->leaves, b->n * sizeof *b->leaves);
    mem_free(b, sizeof *b);
}

void covers_free(Covers *c) {
    if (!c)
        return;
    for (u32 i = 0; i < c->nbones; i++)
        bone_free(c->bones[i]);
    VEC_FREE(c->bones, c->bones_cap);
    table_done(&c->index);
    pthread_mutex_destroy(&c->lock);
    mem_free(c, sizeof *c);
}

u64 covers_count(const Covers *c) { return c ? atomic_load(&c->ncovered) : 0; }

// ---- the table, with its lock held --------------------------------------------------------------

static bool is_bone_of(const Bone *b, const Skeleton *s) {
    return b->n == s->n && b->nthreads == s->nthreads &&
           memcmp(b->leaves, s->leaves, s->n * sizeof *s->leaves) == 0;
}

static Bone *bone_new(Covers *c, const Skeleton *s) {
    Bone *b = mem_zalloc(sizeof *b);
    size_t bytes = s->n * sizeof *s->leaves;
    b->n = s->n;
    b->nthreads = s->nthreads;
    b->leaves = memcpy(mem_alloc(bytes), s->leaves, bytes);
    c->bytes += sizeof *b + bytes;
    VEC_PUSH(c->bones, c->nbones, c->bones_cap) = b;
    return b;
}

static Bone *bone_of(Covers *c, const Skeleton *s) {
    u64 hash = hash_bytes(s->leaves, s->n * sizeof *s->leaves, s->nthreads);
    for (;; hash++) {
        u32 *at = table_add(&c->index, hash, PLAIN_KEY);
        if (*at == 0) {
            Bone *made = bone_new(c, s);
            *at = c->nbones;
            return made;
        }
        if (is_bone_of(c->bones[*at - 1], s))
            return c->bones[*at - 1];
    }
}

static void keep(Covers *c, Bone *b, const Program *p, const StateWord *state, const Kept *fresh) {
    if (c->bytes > MOST_BYTES)
        return;
    Kept *k = mem_alloc(sizeof *k);
    u32 nwords = vector_plain_words(vector_leaves(p, state));
    *k = (Kept){.nwords = nwords, .nslots = fresh->nslots};
    k->vector = mem_alloc(nwords * sizeof *k->vector);
    vector_copy_plain(p, k->vector, state);
    k->slots = mem_alloc(fresh->nslots * sizeof *k->slots);
    memcpy(k->slots, fresh->slots, fresh->nslots * sizeof *k->slots);
    c->bytes += sizeof *k + nwords * sizeof *k->vector + fresh->nslots * sizeof *k->slots;
    VEC_PUSH(b->kept, b->nkept, b->kept_cap) = k;
}

static void move_to_front(Bone *b, const Kept *k) {
    u32 at = 0;
    while (at < b->nkept && b->kept[at] != k)
        at++;
    ENSURE(at < b->nkept);
    Kept *moved = b->kept[at];
    memmove(b->kept + 1, b->kept, at * sizeof *b->kept);
    b->kept[0] = moved;
}

// Those that a state is compared with.
typedef struct Older {
    Kept **items;
    u32 n;
} Older;

static bool has_no_time(const Covers *c) {
    return c->spent > FREE_SECONDS + (clock_seconds() - c->began) / 2;
}

static Older choose(Covers *c, const Bone *b, bool is_thorough) {
    if (!is_thorough && has_no_time(c))
        return (Older){0};
    u32 n = b->nkept < MOST_TRIED || is_thorough ? b->nkept : MOST_TRIED;
    Kept **items = mem_alloc((n + 1) * sizeof *items);
    u32 half = n / 2;
    if (n) { // those that have covered others, and the newest, which stand for the most
        memcpy(items, b->kept + b->nkept - (n - half), (n - half) * sizeof *items);
        memcpy(items + (n - half), b->kept, half * sizeof *items);
    }
    return (Older){items, n};
}

static void older_done(Older *o) {
    mem_free(o->items, o->items ? (o->n + 1) * sizeof *o->items : 0);
}

// ---- comparing ----------------------------------------------------------------------------------

static SavedState saved(Explorer *e, const StateWord *state, const Kept *k, const Block **objects) {
    const Program *p = e->shared->program;
    u32 n = vector_objects(state);
    for (u32 i = 0; i < n; i++)
        objects[i] = view_leaf(e->view, state, leaf_of_object(p, i));
    return (SavedState){.condition = view_leaf(e->view, state, e->shared->covers->globals),
                        .objects = objects,
                        .nobjects = n,
                        .slots = k->slots,
                        .nslots = k->nslots};
}

static bool covers(Explorer *e, const Kept *older, const StateWord *state, const Kept *fresh) {
    ENSURE(older->nslots == fresh->nslots);
    u32 n = vector_objects(state), nolder = vector_objects(older->vector);
    const Block **objects = mem_alloc((n + nolder + 1) * sizeof *objects);
    SavedState a = saved(e, older->vector, older, objects + n), b = saved(e, state, fresh, objects);
    bool is = vm_covers(e->vm, &a, &b);
    mem_free(objects, (n + nolder + 1) * sizeof *objects);
    return is;
}

bool covers_is_about(const Explorer *e, const StateWord *state) {
    const Program *p = e->shared->program;
    for (u32 i = 0; i < vector_objects(state); i++)
        if (view_leaf(e->view, state, leaf_of_object(p, i))->kind == OBJ_UNKNOWN)
            return true;
    return false;
}

bool covers_add(Explorer *e, const StateWord *state) {
    Covers *c = e->shared->covers;
    ENSURE(covers_is_about(e, state));
    Skeleton s = view_skeleton(e->view, state, &c->hidden);
    Kept fresh = {.slots = (ObjId *)s.slots, .nslots = s.nslots};
    pthread_mutex_lock(&c->lock);
    Bone *b = bone_of(c, &s);
    Older older = choose(c, b, e->shared->options->only_subsumption);
    pthread_mutex_unlock(&c->lock);
    double begin = clock_seconds();
    u32 i = 0;
    while (i < older.n && !covers(e, older.items[i], state, &fresh))
        i++;
    bool is_covered = i < older.n;
    pthread_mutex_lock(&c->lock);
    c->spent += older.n ? clock_seconds() - begin : 0;
    if (is_covered)
        move_to_front(b, older.items[i]);
    else
        keep(c, b, e->shared->program, state, &fresh);
    pthread_mutex_unlock(&c->lock);
    c->ncovered += is_covered;
    older_done(&older);
    return is_covered;
}
