// SPDX-License-Identifier: Apache-2.0
// Depth-first search. The stack holds, for each state on the path, the states it leads to that are
// still to be visited. All of them are marked as seen when their predecessor is expanded, so that
// the store is asked in batches; the one difference from the textbook is which path a state is
// found on.
//
// Several workers: each has a stack of its own. One that has nothing left to do asks for work; the
// others give away the state nearest to the root of their stack that they have not visited.
#include "search/search_int.h"

#include <string.h>

enum { ALONE = IS_TINY ? 1 : 4096 };  // expansions before other workers join
enum { EAGERNESS = IS_TINY ? 3 : 0 }; // tasks that are given away though nobody waits for them

// A state to go on from, and how to get there.
typedef struct Task {
    Schedule path;
    StateWord *state;
    struct Task *next;
} Task;

typedef struct Pool Pool;
typedef struct Level {
    u32 first;     // its first child in Dfs.children
    u32 next, end; // those that are still to be visited
    Choice how;    // the step that led to it
} Level;

typedef struct Dfs {
    _Alignas(APART) const Seam *seam;
    Pool *pool;
    Schedule path; // to the first level
    Level *levels;
    u32 nlevels, levels_cap;
    u32 lowest; // levels below it have nothing to give away
    Children children;
    Unpacked state; // the one to be visited next
    u64 expanded;
    bool is_alone; // the first worker, before the others have started
} Dfs;

struct Pool {
    pthread_mutex_t lock;
    pthread_cond_t changed;
    Task *tasks;
    _Atomic u32 ntasks;
    u32 nworkers, nidle;
    _Atomic u32 nhungry; // idle workers that wait for a task
    atomic_bool is_over;
    Schedule *found;
    bool is_found;
    struct Dfs *workers; // the first is the calling thread's
    pthread_t *threads;
    u32 nthreads, most; // started; workers there may be
    u64 alone;          // expansions before the others join
};

// ---- the pool -----------------------------------------------------------------------------------

static Task *task_new(const StateWord *state) {
    ENSURE(vector_words(state) >= VECTOR_HEAD);
    Task *t = mem_zalloc(sizeof *t);
    t->state = mem_alloc(vector_words(state) * sizeof *state);
    memcpy(t->state, state, vector_words(state) * sizeof *state);
    return t;
}

static void task_free(Task *t) {
    schedule_done(&t->path);
    mem_free(t->state, vector_words(t->state) * sizeof *t->state);
    mem_free(t, sizeof *t);
}

static void pool_end(Pool *p) {
    pthread_mutex_lock(&p->lock);
    atomic_store(&p->is_over, true);
    pthread_cond_broadcast(&p->changed);
    pthread_mutex_unlock(&p->lock);
}

// The next task; NULL when there are none and nobody is left who could make one.
static Task *pool_take(Pool *p, const Seam *seam) {
    pthread_mutex_lock(&p->lock);
    p->nidle++;
    ENSURE(p->nidle <= p->nworkers);
    bool has_paused = false;
    while (!p->tasks && !atomic_load(&p->is_over)) {
        if (p->nidle == p->nworkers) {
            atomic_store(&p->is_over, true);
            pthread_cond_broadcast(&p->changed);
            break;
        }
        if (!has_paused) {
            // Not with the lock: the others may be waiting for this worker to stand still.
            has_paused = true;
            atomic_fetch_add(&p->nhungry, 1);
            pthread_mutex_unlock(&p->lock);
            seam->store.pause(seam->store.self);
            pthread_mutex_lock(&p->lock);
            continue;
        }
        pthread_cond_wait(&p->changed, &p->lock);
    }
    Task *t = atomic_load(&p->is_over) ? NULL : p->tasks;
    if (t) {
        ENSURE(atomic_load(&p->ntasks) > 0 && p->nidle > 0);
        p->tasks = t->next;
        atomic_fetch_sub(&p->ntasks, 1);
        p->nidle--;
    }
    ENSURE(atomic_load(&p->nhungry) <= p->nworkers);
    if (has_paused)
        atomic_fetch_sub(&p->nhungry, 1);
    pthread_mutex_unlock(&p->lock);
    if (has_paused)
        seam->store.resume(seam->store.self);
    return t;
}

static void pool_give(Pool *p, Task *t) {
    pthread_mutex_lock(&p->lock);
    ENSURE(!t->next && !p->tasks == !atomic_load(&p->ntasks));
    t->next = p->tasks;
    p->tasks = t;
    atomic_fetch_add(&p->ntasks, 1);
    pthread_cond_signal(&p->changed);
    pthread_mutex_unlock(&p->lock);
}

// ---- one worker ---------------------------------------------------------------------------------

static void append(Schedule *s, Choice c) {
    ENSURE(c.thread != THREAD_NONE);
    VEC_PUSH(s->steps, s->len, s->cap) = c;
}

// Whether the last level is as it should be: its children are behind those of the level before, and
// what is to be visited is among them.
static bool is_nested(const Dfs *d) {
    const Level *l = &d->levels[d->nlevels - 1];
    return l->first <= l->next && l->next <= l->end && l->end <= d->children.n &&
           (d->nlevels == 1 || l[-1].end <= l->first);
}

// The choices that lead to the level with number `level`.
static void collect(const Dfs *d, u32 level, Schedule *out) {
    ENSURE(level < d->nlevels);
    out->len = 0;
    for (u32 i = 0; i < d->path.len; i++)
        append(out, d->path.steps[i]);
    for (u32 i = 1; i <= level; i++)
        append(out, d->levels[i].how);
    ENSURE(out->len == d->path.len + level);
}

// Gives away the last child of the lowest level that has one.
static void share(Dfs *d) {
    while (d->lowest < d->nlevels && d->levels[d->lowest].next == d->levels[d->lowest].end)
        d->lowest++;
    // What is left at the top is about to be visited anyway.
    if (d->lowest + 1 >= d->nlevels)
        return;
    Level *l = &d->levels[d->lowest];
    ENSURE(l->next < l->end && l->end <= l[1].first);
    u32 child = --l->end;
    const StateWord *state = child_unpack(&d->children, child, &d->state);
    Task *t = task_new(state);
    collect(d, d->lowest, &t->path);
    append(&t->path, d->children.items[child].how);
    ENSURE(t->path.len == d->path.len + d->lowest + 1);
    pool_give(d->pool, t);
}

static void found(Dfs *d) {
    pthread_mutex_lock(&d->pool->lock);
    if (!d->pool->is_found) {
        d->pool->is_found = true;
        Choice last = seam_choose(d->seam, &d->children);
        collect(d, d->nlevels - 1, d->pool->found);
        if (last.thread != THREAD_NONE)
            append(d->pool->found, last);
    }
    pthread_mutex_unlock(&d->pool->lock);
    pool_end(d->pool);
}

// Expands the state of the last level. If the search goes on after violations, each one that is
// found there is handed over, and it begins again.
static StepEnd expand(Dfs *d, const StateWord *state, u64 depth, u32 first) {
    StepEnd end;
    while ((end = seam_expand(d->seam, state, depth, &d->children)) == STEP_VIOLATION &&
           d->seam->driver.collect) {
        Schedule path = {0};
        collect(d, d->nlevels - 1, &path);
        seam_collect(d->seam, &d->children, first, &path);
        schedule_done(&path);
    }
    return end;
}

// Enters a state; false if the search is over.
static bool visit(Dfs *d, const StateWord *state, Choice how) {
    u32 first = d->children.n;
    ENSURE(d->nlevels || !first);
    u64 depth = d->path.len + d->nlevels;
    VEC_PUSH(d->levels, d->nlevels, d->levels_cap) = (Level){first, first, first, how};
    StepEnd end = expand(d, state, depth, first);
    ENSURE(d->children.n >= first);
    d->levels[d->nlevels - 1].end = d->children.n;
    children_pack(&d->children, first);
    CHECK(is_nested(d));
    d->expanded++;
    if (end == STEP_VIOLATION)
        found(d);
    else if (end == STEP_STOPPED)
        pool_end(d->pool);
    return end == STEP_ON;
}

static void leave(Dfs *d) {
    ENSURE(d->nlevels > 0);
    CHECK(is_nested(d));
    children_cut(&d->children, d->levels[--d->nlevels].first);
    CHECK(d->children.n == d->levels[d->nlevels].first);
    d->lowest = d->lowest < d->nlevels ? d->lowest : d->nlevels;
}

// Visits the next child, or goes back; false if the search is over.
static bool advance(Dfs *d) {
    CHECK(d->nlevels > 0 && d->lowest <= d->nlevels);
    Level *l = &d->levels[d->nlevels - 1];
    if (l->next == l->end) {
        leave(d);
        return true;
    }
    u32 child = l->next++;
    Choice how = d->children.items[child].how;
    return visit(d, child_unpack(&d->children, child, &d->state), how);
}

static void pool_start(Pool *p);

static void work(Dfs *d, Task *t) {
    ENSURE(d->path.len == 0); // that of the task before is gone
    d->path = t->path;
    t->path = (Schedule){0};
    d->nlevels = d->lowest = 0;
    children_cut(&d->children, 0);
    bool goes_on = visit(d, t->state, (Choice){0});
    while (goes_on && d->nlevels &&
           !atomic_load_explicit(&d->pool->is_over, memory_order_relaxed)) {
        if (d->is_alone && d->expanded >= d->pool->alone)
            pool_start(d->pool);
        if (atomic_load_explicit(&d->pool->nhungry, memory_order_relaxed) + EAGERNESS >
            atomic_load_explicit(&d->pool->ntasks, memory_order_relaxed))
            share(d);
        goes_on = advance(d);
    }
    ENSURE(d->nlevels || d->children.n == 0);
    schedule_done(&d->path);
    task_free(t);
}

static void dfs_done(Dfs *d) {
    VEC_FREE(d->levels, d->levels_cap);
    children_done(&d->children);
    VEC_FREE(d->state.words, d->state.cap);
}

static void *run_worker(void *arg) {
    Dfs *d = arg;
    ENSURE(!d->is_alone && d->seam != d->pool->workers[0].seam);
    d->seam->store.resume(d->seam->store.self);
    for (Task *t; (t = pool_take(d->pool, d->seam));)
        work(d, t);
    d->seam->store.pause(d->seam->store.self);
    return NULL;
}

// There is work for all.
static void pool_start(Pool *p) {
    ENSURE(p->nthreads == 0 && p->workers[0].is_alone);
    ENSURE(p->nworkers == 1 && p->nidle == 0);
    p->workers[0].is_alone = false;
    for (u32 i = 1; i < p->most; i++) {
        pthread_mutex_lock(&p->lock);
        p->nworkers++;
        pthread_mutex_unlock(&p->lock);
        if (pthread_create(&p->threads[p->nthreads], NULL, run_worker, &p->workers[i]) == 0) {
            p->nthreads++;
            continue;
        }
        pthread_mutex_lock(&p->lock);
        p->nworkers--; // the search goes on with those that there are
        pthread_mutex_unlock(&p->lock);
        return;
    }
}

// ---- all workers --------------------------------------------------------------------------------

static void search_from(Pool *p, Children *initial) {
    ENSURE(initial->n > 0);
    for (u32 i = 1; i < initial->n; i++)
        pool_give(p, task_new(child_state(initial, i)));
    Task *first = task_new(child_state(initial, 0));
    const Seam *seam = p->workers[0].seam;
    for (Task *t = first; t; t = pool_take(p, seam))
        work(&p->workers[0], t);
    seam->store.pause(seam->store.self);
    for (u32 i = 0; i < p->nthreads; i++)
        pthread_join(p->threads[i], NULL);
    ENSURE(atomic_load(&p->is_over) && atomic_load(&p->nhungry) == 0);
    seam->store.resume(seam->store.self);
    for (Task *t = p->tasks, *next; t; t = next) {
        next = t->next;
        task_free(t);
    }
}

bool search_dfs(const Seam *seams, u32 nseams, bool at_once, Schedule *found_path) {
    ENSURE(nseams > 0);
    Pool p = {.found = found_path, .nworkers = 1, .most = nseams, .alone = at_once ? 1 : ALONE};
    Children initial = {0};
    pthread_mutex_init(&p.lock, NULL);
    pthread_cond_init(&p.changed, NULL);
    p.workers = mem_zalloc_apart(nseams * sizeof *p.workers);
    p.threads = mem_zalloc(nseams * sizeof *p.threads);
    for (u32 i = 0; i < nseams; i++)
        p.workers[i] = (Dfs){.seam = &seams[i], .pool = &p, .is_alone = i == 0};
    StepEnd end = seam_start_anew(&seams[0], &initial);
    found_path->len = 0;
    p.is_found = end == STEP_VIOLATION;
    if (p.is_found)
        seam_choose(&seams[0], &initial);
    if (end == STEP_ON)
        search_from(&p, &initial);
    ENSURE(p.is_found || found_path->len == 0);
    for (u32 i = 0; i < nseams; i++)
        dfs_done(&p.workers[i]);
    children_done(&initial);
    mem_free(p.workers, nseams * sizeof *p.workers);
    mem_free(p.threads, nseams * sizeof *p.threads);
    pthread_mutex_destroy(&p.lock);
    pthread_cond_destroy(&p.changed);
    return p.is_found;
}
