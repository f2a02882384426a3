// SPDX-License-Identifier: Apache-2.0
// The store that all workers share, and how its tables grow: adding to a table needs no lock, but a
// table grows while everybody stands still. A worker that finds a table nearly full asks for a
// rest; the others come to it before they add their next state, and help to move what is in it.
#include "state/state_int.h"

enum { BITS_PER_STATE = 3, COMPACT_LOG2 = IS_TINY ? 6 : 12, SHAPE_LOG2 = 6 };
#define DEFAULT_BITSTATE (64u << 20)

static KeySet *new_hashes(const StateStore *s) {
    ENSURE(!s->hashes && !s->bits);
    return s->marks ? keyset_new_marked(COMPACT_LOG2, s->marks) : keyset_new(COMPACT_LOG2);
}

static RootSet *new_roots(const StateStore *s) {
    ENSURE(!s->bits);
    RootSet *roots = s->marks ? rootset_new_marked(SHAPE_LOG2, s->marks) : rootset_new(SHAPE_LOG2);
    if (s->options.is_for_one)
        rootset_for_one(roots);
    return roots;
}

StateStore *state_new(const Program *p, const StoreOptions *o) {
    StateStore *s = mem_zalloc(sizeof *s);
    s->program = p;
    s->options = *o;
    ENSURE(o->kind <= STORE_BITSTATE);
    s->blocks = blocks_new();
    s->inner = pairmap_new();
    ENSURE(!o->has_marks || o->kind != STORE_BITSTATE);
    if (o->has_marks)
        s->marks = mem_zalloc(sizeof *s->marks);
    bool is_exact = o->kind == STORE_EXACT || o->kind == STORE_AUTO;
    if (o->kind == STORE_BITSTATE)
        s->bits =
            bitstate_new(o->bitstate_bytes ? o->bitstate_bytes : DEFAULT_BITSTATE, BITS_PER_STATE);
    if (o->kind == STORE_COMPACT)
        s->hashes = new_hashes(s);
    ENSURE(is_exact + (s->bits != NULL) + (s->hashes != NULL) == 1);
    atomic_init(&s->is_folding, is_exact);
    atomic_init(&s->wants_rest, false);
    pthread_mutex_init(&s->lock, NULL);
    pthread_cond_init(&s->moved, NULL);
    return s;
}

void state_free(StateStore *s) {
    if (!s)
        return;
    ENSURE(!s->is_growing && !s->nhelping && !s->work);
    for (u32 i = 0; i < s->nshapes; i++) {
        rootset_free(s->shapes[i]->roots);
        mem_free(s->shapes[i], sizeof *s->shapes[i]);
    }
    VEC_FREE(s->shapes, s->shapes_cap);
    blocks_free(s->blocks);
    pairmap_free(s->inner);
    keyset_free(s->hashes);
    bitstate_free(s->bits);
    if (s->marks) {
        marks_done(s->marks);
        mem_free(s->marks, sizeof *s->marks);
    }
    pthread_mutex_destroy(&s->lock);
    pthread_cond_destroy(&s->moved);
    mem_free(s, sizeof *s);
}

// ---- figures ------------------------------------------------------------------------------------

// The list of shapes may grow meanwhile; what is in it stays.
static void lock(const StateStore *s) { pthread_mutex_lock((pthread_mutex_t *)&s->lock); }
static void unlock(const StateStore *s) { pthread_mutex_unlock((pthread_mutex_t *)&s->lock); }

u64 state_count(const StateStore *s) {
    u64 n = s->bits ? bitstate_count(s->bits) : 0;
    lock(s);
    for (u32 i = 0; i < s->nshapes; i++)
        n += rootset_count(s->shapes[i]->roots);
    ENSURE(!s->bits || (!s->nshapes && !s->hashes));
    n += s->hashes ? keyset_count(s->hashes) : 0;
    unlock(s);
    return n;
}

u64 state_bytes(const StateStore *s) {
    ENSURE((s->marks != NULL) == s->options.has_marks);
    u64 n = blocks_bytes(s->blocks) + pairmap_bytes(s->inner) +
            (s->bits ? bitstate_bytes(s->bits) : 0) +
            (s->marks ? sizeof *s->marks + marks_bytes(s->marks) : 0);
    lock(s);
    for (u32 i = 0; i < s->nshapes; i++)
        n += rootset_bytes(s->shapes[i]->roots);
    n += s->hashes ? keyset_bytes(s->hashes) : 0;
    unlock(s);
    return n;
}

bool state_is_exact(const StateStore *s) { return store_is_folding(s); }

// With n states and 2^64 hashes, a state is taken for another one with a probability of at most n /
// 2^64.
double state_coverage(const StateStore *s) {
    ENSURE(s->bits || s->hashes || store_is_folding(s));
    if (s->bits)
        return bitstate_coverage(s->bits);
    return s->hashes ? 1.0 - (double)keyset_count(s->hashes) / 0x1p64 : 1.0;
}

void state_compact(StateStore *s) {
    ENSURE(!s->bits);
    lock(s);
    if (!s->hashes)
        s->hashes = new_hashes(s);
    unlock(s);
    atomic_store(&s->is_folding, false);
    ENSURE(s->options.kind != STORE_EXACT && !state_is_exact(s));
}

bool store_add_hash(StateStore *s, u64 hash, StateHandle *handle) {
    CHECK((handle != NULL) == (s->marks != NULL));
    if (s->bits)
        return bitstate_add(s->bits, hash);
    ENSURE(s->hashes && !store_is_folding(s));
    hash = hash ? hash : 1;
    CHECK(s->options.kind == STORE_COMPACT || s->options.kind == STORE_AUTO);
    bool is_new = handle ? keyset_add_marked(s->hashes, hash, handle) : keyset_add(s->hashes, hash);
    if (is_new && keyset_wants_growth(s->hashes))
        store_want_rest(s);
    return is_new;
}

// ---- marks --------------------------------------------------------------------------------------

_Atomic u32 *state_mark(const StateStore *s, StateHandle h) {
    ENSURE(s->marks && h && h <= marks_count(s->marks));
    return marks_at(s->marks, h);
}

u32 state_last_handle(const StateStore *s) { return s->marks ? marks_count(s->marks) : 0; }

Shape *store_shape(StateStore *s, u32 ndyn, u32 nthreads) {
    ENSURE(!s->bits && s->options.kind != STORE_COMPACT);
    lock(s);
    Shape *found = NULL;
    for (u32 i = s->nshapes; i-- > 0 && !found;)
        if (s->shapes[i]->ndyn == ndyn && s->shapes[i]->nthreads == nthreads)
            found = s->shapes[i];
    if (!found) {
        found = mem_zalloc(sizeof *found);
        *found = (Shape){ndyn, nthreads, new_roots(s)};
        VEC_PUSH(s->shapes, s->nshapes, s->shapes_cap) = found;
    }
    ENSURE((found->roots->marks != NULL) == s->options.has_marks);
    unlock(s);
    return found;
}

Shape *const *store_shapes(const StateStore *s, u32 *n) {
    *n = s->nshapes;
    return s->shapes;
}

// ---- growing ------------------------------------------------------------------------------------

// Lets all who rest do the work. Called with the lock, which is free meanwhile.
static void work_together(void *self, void (*work)(void *arg), void *arg) {
    StateStore *s = self;
    ENSURE(s->is_growing && !s->work && !s->nhelping);
    s->work = work;
    s->work_arg = arg;
    s->works++;
    pthread_cond_broadcast(&s->moved);
    unlock(s);
    work(arg);
    lock(s);
    s->work = NULL;
    while (s->nhelping)
        pthread_cond_wait(&s->moved, &s->lock);
    ENSURE(s->is_growing && !s->work);
}

// With the lock, which is free meanwhile.
static void help(StateStore *s) {
    ENSURE(s->work && s->is_growing);
    void (*work)(void *arg) = s->work;
    void *arg = s->work_arg;
    s->nhelping++;
    ENSURE(s->nhelping < s->nworkers); // one of them lets the others help
    unlock(s);
    work(arg);
    lock(s);
    if (--s->nhelping == 0)
        pthread_cond_broadcast(&s->moved);
}

static void grow_tables(StateStore *s) {
    ENSURE(s->is_growing && s->nresting >= s->nworkers);
    Crew all = {s, work_together};
    const Crew *crew = s->nworkers > 1 ? &all : NULL;
    if (blocks_want_growth(s->blocks))
        blocks_grow(s->blocks, crew);
    if (pairmap_wants_growth(s->inner))
        pairmap_grow(s->inner, crew);
    if (s->hashes && keyset_wants_growth(s->hashes))
        keyset_grow(s->hashes, crew);
    for (u32 i = 0; i < s->nshapes; i++)
        if (rootset_wants_growth(s->shapes[i]->roots))
            rootset_grow(s->shapes[i]->roots, crew);
}

// The last one to rest lets the tables grow. Called with the lock.
static void finish_rest(StateStore *s) {
    ENSURE(s->nresting <= s->nworkers || s->nworkers == 0);
    if (s->nresting < s->nworkers || s->is_growing || !atomic_load(&s->wants_rest))
        return;
    s->is_growing = true;
    grow_tables(s);
    ENSURE(s->is_growing && !s->nhelping);
    s->is_growing = false;
    s->nresting = 0; // all of them may go, even those that have not woken up yet
    s->rests++;
    atomic_store(&s->wants_rest, false);
    pthread_cond_broadcast(&s->moved);
}

void store_rest(StateStore *s) {
    lock(s);
    u64 now = s->rests, done = s->works;
    s->nresting++;
    ENSURE(s->nresting <= s->nworkers || s->nworkers == 0);
    finish_rest(s);
    while (s->rests == now && atomic_load(&s->wants_rest)) {
        if (s->work && s->works != done) {
            done = s->works;
            help(s);
        } else {
            pthread_cond_wait(&s->moved, &s->lock);
        }
    }
    if (s->rests == now)
        s->nresting--;
    ENSURE(s->nresting <= s->nworkers || s->nworkers == 0);
    unlock(s);
}

void store_want_rest(StateStore *s) {
    atomic_store(&s->wants_rest, true);
    store_rest(s);
}

void store_worker_comes(StateStore *s) {
    lock(s);
    // Not into the middle of somebody's rest.
    while (atomic_load(&s->wants_rest) && s->nworkers > 0)
        pthread_cond_wait(&s->moved, &s->lock);
    s->nworkers++;
    ENSURE(s->nresting < s->nworkers && !s->is_growing);
    ENSURE(s->nworkers == 1 || !s->options.is_for_one);
    unlock(s);
}

void store_worker_goes(StateStore *s) {
    lock(s);
    ENSURE(s->nworkers > 0);
    s->nworkers--;
    if (s->nworkers > 0)
        finish_rest(s);
    unlock(s);
}
