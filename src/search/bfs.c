// SPDX-License-Identifier: Apache-2.0
// Breadth-first search: a counterexample has the fewest steps possible. Every state remembers from
// where and how it was reached first. Levels are done one after the other; several workers share
// the states of a level.
#include "search/search_int.h"

// states of a level: to wake other workers for; taken at a time
enum { WORTH_SHARING = IS_TINY ? 1 : 512, PORTION = 32 };

typedef struct Node {
    u32 parent; // index of its node; an initial state is its own parent
    Choice how;
} Node;

typedef struct Bfs Bfs;

// The states of a level that one worker has found.
typedef struct Part {
    Children children;
    u32 *parents; // node of each one's predecessor
    u32 nparents, parents_cap;
    u32 first_node; // the nodes of the children follow each other
} Part;

typedef struct Worker {
    _Alignas(APART) Bfs *bfs;
    const Seam *seam;
    Part parts[2]; // of this level and of the next
    pthread_t thread;
} Worker;

struct Bfs {
    Worker *workers;
    u32 nworkers, most;
    Node *nodes;
    u32 nnodes, nodes_cap;
    u32 now;  // which of the parts is the level being expanded
    u32 size; // of that level
    u64 depth;
    _Atomic u32 next; // state of the level that nobody has taken
    atomic_bool is_over;
    // A violation: node of the state and the step from there; THREAD_NONE if it is the state
    // itself.
    bool is_found;
    u32 found_node;
    Choice found_step;
    // Waking and waiting.
    pthread_mutex_t lock;
    pthread_cond_t changed;
    u64 round; // levels that helpers were woken for
    u32 nbusy;
    bool must_end;
    u32 worth_sharing;
};

static void found(Bfs *b, const Seam *seam, u32 node, const Children *c) {
    ENSURE(node < b->nnodes && c->nends);
    pthread_mutex_lock(&b->lock);
    // A state of this level is one step nearer than what follows it.
    bool is_state = c->ends[c->nends - 1].how.thread == THREAD_NONE;
    if (!b->is_found || (is_state && b->found_step.thread != THREAD_NONE)) {
        b->is_found = true;
        b->found_node = node;
        b->found_step = seam_choose(seam, c);
    }
    pthread_mutex_unlock(&b->lock);
}

static bool has_found(Bfs *b) {
    pthread_mutex_lock(&b->lock);
    bool is_found = b->is_found;
    pthread_mutex_unlock(&b->lock);
    return is_found;
}

// The schedule that leads to a node of a level that is `depth` steps away.
static void collect(const Bfs *b, u32 node, u64 depth, Schedule *path) {
    ENSURE(node < b->nnodes);
    u32 n = 0;
    for (u32 at = node; b->nodes[at].parent != at; at = b->nodes[at].parent) {
        ENSURE(b->nodes[at].parent < at);
        n++;
    }
    ENSURE(n == depth);
    VEC_RESERVE(path->steps, 0, path->cap, n + 1);
    path->len = n;
    for (u32 at = node; n-- > 0; at = b->nodes[at].parent)
        path->steps[n] = b->nodes[at].how;
}

static StepEnd expand_once(Worker *w, const StateWord *state, bool is_only_judged) {
    Children *out = &w->parts[!w->bfs->now].children;
    return is_only_judged ? seam_judge(w->seam, state, out)
                          : seam_expand(w->seam, state, w->bfs->depth, out);
}

static void expand(Worker *w, const StateWord *state, u32 node, bool is_only_judged) {
    Bfs *b = w->bfs;
    Part *out = &w->parts[!b->now];
    ENSURE(node < b->nnodes);
    StepEnd end;
    // A search that goes on hands each violation over, and begins again with the state.
    while ((end = expand_once(w, state, is_only_judged)) == STEP_VIOLATION &&
           w->seam->driver.collect) {
        Schedule path = {0};
        collect(b, node, b->depth, &path);
        seam_collect(w->seam, &out->children, out->nparents, &path);
        schedule_done(&path);
    }
    while (out->nparents < out->children.n)
        VEC_PUSH(out->parents, out->nparents, out->parents_cap) = node;
    ENSURE(out->nparents == out->children.n);
    if (end == STEP_VIOLATION)
        found(b, w->seam, node, &out->children);
    if (end == STEP_STOPPED)
        atomic_store(&b->is_over, true);
}

// The i-th state of the level, whoever found it.
static void expand_at(Worker *w, u32 i, bool is_only_judged) {
    ENSURE(i < w->bfs->size);
    Bfs *b = w->bfs;
    u32 part = 0;
    while (i >= b->workers[part].parts[b->now].children.n)
        i -= b->workers[part++].parts[b->now].children.n;
    ENSURE(part < b->most);
    const Part *p = &b->workers[part].parts[b->now];
    ENSURE(p->first_node + i < b->nnodes);
    expand(w, child_state(&p->children, i), p->first_node + i, is_only_judged);
}

static void do_portions(Worker *w) {
    Bfs *b = w->bfs;
    u32 portion = b->worth_sharing == 1 ? 1 : PORTION;
    for (u32 from; (from = atomic_fetch_add(&b->next, portion)) < b->size;)
        for (u32 i = from; i < b->size && i < from + portion && !atomic_load(&b->is_over); i++)
            expand_at(w, i, has_found(b));
}

// ---- helpers ------------------------------------------------------------------------------------

static void *help(void *arg) {
    Worker *w = arg;
    Bfs *b = w->bfs;
    u64 done = 0;
    pthread_mutex_lock(&b->lock);
    for (;;) {
        while (b->round == done && !b->must_end)
            pthread_cond_wait(&b->changed, &b->lock);
        if (b->must_end)
            break;
        ENSURE(b->round == done + 1 && b->nbusy > 0); // nobody misses a level
        done = b->round;
        pthread_mutex_unlock(&b->lock);
        w->seam->store.resume(w->seam->store.self);
        do_portions(w);
        w->seam->store.pause(w->seam->store.self);
        pthread_mutex_lock(&b->lock);
        b->nbusy--;
        pthread_cond_broadcast(&b->changed);
    }
    pthread_mutex_unlock(&b->lock);
    return NULL;
}

static void start_helpers(Bfs *b) {
    ENSURE(b->nworkers <= b->most);
    while (b->nworkers < b->most) {
        Worker *w = &b->workers[b->nworkers];
        if (pthread_create(&w->thread, NULL, help, w) != 0) {
            b->most = b->nworkers; // the search goes on with those that there are
            return;
        }
        b->nworkers++;
    }
}

static void wake_helpers(Bfs *b) {
    start_helpers(b);
    pthread_mutex_lock(&b->lock);
    ENSURE(b->nbusy == 0 && !b->must_end);
    b->round++;
    b->nbusy = b->nworkers - 1;
    pthread_cond_broadcast(&b->changed);
    pthread_mutex_unlock(&b->lock);
}

static void await_helpers(Bfs *b) {
    const Seam *seam = b->workers[0].seam;
    seam->store.pause(seam->store.self);
    pthread_mutex_lock(&b->lock);
    ENSURE(b->nbusy < b->nworkers);
    while (b->nbusy)
        pthread_cond_wait(&b->changed, &b->lock);
    pthread_mutex_unlock(&b->lock);
    seam->store.resume(seam->store.self);
}

static void end_helpers(Bfs *b) {
    pthread_mutex_lock(&b->lock);
    ENSURE(b->nbusy == 0);
    b->must_end = true;
    pthread_cond_broadcast(&b->changed);
    pthread_mutex_unlock(&b->lock);
    for (u32 i = 1; i < b->nworkers; i++)
        pthread_join(b->workers[i].thread, NULL);
}

// ---- levels -------------------------------------------------------------------------------------

static void do_level(Bfs *b) {
    ENSURE(b->size > 0 && b->size <= b->nnodes);
    atomic_store(&b->next, 0);
    bool is_shared = b->most > 1 && b->size >= b->worth_sharing;
    if (is_shared)
        wake_helpers(b);
    do_portions(&b->workers[0]);
    if (is_shared)
        await_helpers(b);
    ENSURE(atomic_load(&b->next) >= b->size); // all of them were taken
}

// What was found becomes the next level.
static void turn(Bfs *b) {
    b->now = !b->now;
    b->size = 0;
    b->depth++;
    for (u32 i = 0; i < b->most; i++) {
        Part *p = &b->workers[i].parts[b->now], *old = &b->workers[i].parts[!b->now];
        ENSURE(p->nparents == p->children.n);
        p->first_node = b->nnodes;
        for (u32 k = 0; k < p->children.n; k++) {
            CHECK(p->parents[k] < p->first_node); // parents come before their children
            VEC_PUSH(b->nodes, b->nnodes, b->nodes_cap) =
                (Node){p->parents[k], p->children.items[k].how};
        }
        b->size += p->children.n;
        ENSURE(p->first_node + p->children.n == b->nnodes);
        children_cut(&old->children, 0);
        old->nparents = 0;
    }
}

static void search_levels(Bfs *b) {
    const Children *initial = &b->workers[0].parts[b->now].children;
    ENSURE(initial->n > 0 && b->nnodes == 0);
    for (b->size = 0; b->size < initial->n; b->size++)
        VEC_PUSH(b->nodes, b->nnodes, b->nodes_cap) = (Node){b->size, initial->items[b->size].how};
    while (b->size && !b->is_found && !atomic_load(&b->is_over)) {
        do_level(b);
        turn(b);
    }
    end_helpers(b);
}

static void part_done(Part *p) {
    children_done(&p->children);
    VEC_FREE(p->parents, p->parents_cap);
}

bool search_bfs(const Seam *seams, u32 nseams, bool at_once, Schedule *path) {
    ENSURE(nseams > 0);
    Bfs b = {.nworkers = 1, .most = nseams, .worth_sharing = at_once ? 1 : WORTH_SHARING};
    pthread_mutex_init(&b.lock, NULL);
    pthread_cond_init(&b.changed, NULL);
    b.workers = mem_zalloc_apart(nseams * sizeof *b.workers);
    for (u32 i = 0; i < nseams; i++)
        b.workers[i] = (Worker){.bfs = &b, .seam = &seams[i]};
    path->len = 0;
    StepEnd end = seam_start_anew(&seams[0], &b.workers[0].parts[0].children);
    if (end == STEP_ON)
        search_levels(&b);
    bool is_found = end == STEP_VIOLATION || b.is_found;
    ENSURE(end == STEP_ON || !b.nnodes);
    if (end == STEP_VIOLATION)
        seam_choose(&seams[0], &b.workers[0].parts[0].children);
    if (b.is_found) { // and the level has ended
        collect(&b, b.found_node, b.depth - 1, path);
        if (b.found_step.thread != THREAD_NONE)
            VEC_PUSH(path->steps, path->len, path->cap) = b.found_step;
    }
    for (u32 i = 0; i < nseams; i++)
        for (u32 k = 0; k < 2; k++)
            part_done(&b.workers[i].parts[k]);
    mem_free(b.workers, nseams * sizeof *b.workers);
    VEC_FREE(b.nodes, b.nodes_cap);
    pthread_mutex_destroy(&b.lock);
    pthread_cond_destroy(&b.changed);
    return is_found;
}
