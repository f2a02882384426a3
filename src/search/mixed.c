// SPDX-License-Identifier: Apache-2.0
// The default order: half of the work is that of a depth-first search, half that of a breadth-first
// one, in turns. So a bug at the end of a long run is found, and so is one at the end of a short
// run beside a counter that makes other runs long.
//
// SOUND: each state is expanded once, as in the other orders: who is told that it is new puts it
// into the one frontier that the halves share, where it stays until somebody takes it out to expand
// it, and the search ends when the frontier is empty and nobody is busy. The frontier is the
// stacks of the dives, one for each worker, as in dfs.c, and one queue, from which breadth-first
// turns take the states nearest to the beginning, and to which they give what these lead to. A
// breadth-first turn of a worker takes states from the bottom of its own stack when these are
// nearer; a dive that has ended goes on with the first state of the queue.
//
// A breadth-first frontier is wide. So the states of the queue are kept in bundles, each as its
// difference from the one before; and when they still take too much memory, the dives have all
// turns until that has changed.
//
// What a turn may take is measured in effort (Model.effort), not in time: with one worker every run
// does the same.
#include "search/search_int.h"

#include <string.h>

enum { ALONE = IS_TINY ? 1 : 4096 };   // expansions before other workers join
enum { TURN = IS_TINY ? 1 : 1 << 13 }; // effort of a turn
enum { BUNDLE = IS_TINY ? 2 : 64 };    // states that are put into the queue together
// What the queue may take: so many bytes, and a part of all memory.
enum { LEAST_ROOM = IS_TINY ? 1 << 12 : 1 << 19, ROOM_PART = 20 };

// How a state was reached that something else was reached from. It is kept as long as that is to be
// looked at. Number 0 is before the beginning.
typedef struct Node {
    u32 parent; // or the next one that is free
    u32 uses;   // nodes and states of the queue that it is the parent of, and levels
    Choice how;
} Node;

// States at the same depth that are still to be expanded. Memory for all of it is one piece.
typedef struct Item {
    Choice how;
    u32 parent; // node
} Item;
typedef struct Bundle {
    u64 depth, number; // the least depth is first; of these, the one that came first
    u32 n, next;       // items; those before `next` are gone
    u32 nwords, at;    // words; those of the next item
    Unpacked state;    // the last one that was taken
    Item *items;
    // Of each state: its number of words and all of them; or 0 and its difference from the one
    // before
    u32 *words;
} Bundle;

typedef struct Level {
    u32 first;     // its first child in Worker.children
    u32 next, end; // those that are still to be visited
    u32 node;      // 0: nobody has needed one yet
    Choice how;    // the step that led to it
} Level;

typedef struct Mixed Mixed;
typedef struct Worker {
    _Alignas(APART) const Seam *seam;
    Mixed *all;
    // its dive
    u64 depth; // of the first level
    Level *levels;
    u32 nlevels, levels_cap;
    u32 lowest; // levels below it have nothing to give away
    u32 nnamed; // levels that have nodes; they are the first
    Children children;
    Unpacked state; // the one to be visited next
    // breadth-first turns
    Children broad; // what was found and is not in the queue yet, at the same depth
    u64 broad_depth;
    u32 *parents; // of each, a node that it uses
    u32 nparents, parents_cap;
    u32 *packed; // words of a bundle in the making
    u32 npacked, packed_cap;
    i64 lead; // effort that the dive has had more than the breadth-first turns
    u64 expanded;
    bool is_alone; // the first worker, before the others have started
} Worker;

struct Mixed {
    pthread_mutex_t lock; // for all that follows
    pthread_cond_t changed;
    Bundle **queue; // a heap
    u32 nqueue, queue_cap;
    _Atomic u32 nbundles; // the same as nqueue
    u64 number;           // of the next bundle
    Node *nodes;
    u32 nnodes, nodes_cap, free_node;
    u64 bytes; // that bundles and nodes take
    u32 nworkers, nidle;
    _Atomic u32 nhungry; // idle workers that wait for a state
    atomic_bool is_over;
    Schedule *found;
    bool is_found;
    Worker *workers; // the first is the calling thread's
    pthread_t *threads;
    u32 nthreads, most; // started; workers there may be
    u64 alone;          // expansions before the others join
    i64 turn;           // effort that a dive has before it is the other half's turn
};

// ---- nodes: with the lock -----------------------------------------------------------------------

// Takes over one use of the parent.
static u32 node_new(Mixed *m, u32 parent, Choice how) {
    ENSURE(!parent || m->nodes[parent].uses);
    u32 node = m->free_node ? m->free_node : m->nnodes;
    if (m->free_node)
        m->free_node = m->nodes[node].parent;
    else
        VEC_PUSH(m->nodes, m->nnodes, m->nodes_cap) = (Node){0};
    m->nodes[node] = (Node){parent, 1, how};
    m->bytes += sizeof *m->nodes;
    return node;
}

static u32 node_use(Mixed *m, u32 node) {
    ENSURE(node && m->nodes[node].uses);
    m->nodes[node].uses++;
    return node;
}

static void node_leave(Mixed *m, u32 node) {
    ENSURE(node < m->nnodes && (!node || m->nodes[node].uses));
    while (node && --m->nodes[node].uses == 0) {
        u32 parent = m->nodes[node].parent;
        m->nodes[node].parent = m->free_node;
        m->free_node = node;
        ENSURE(m->bytes >= sizeof *m->nodes && (!parent || m->nodes[parent].uses));
        m->bytes -= sizeof *m->nodes;
        node = parent;
    }
}

// The steps that lead to a node; an initial state has none.
static void node_collect(const Mixed *m, u32 node, Schedule *out) {
    u32 n = 0;
    for (u32 at = node; at; at = m->nodes[at].parent)
        n += m->nodes[at].how.thread != THREAD_NONE;
    VEC_RESERVE(out->steps, 0, out->cap, n + 1);
    out->len = n;
    for (u32 at = node; at; at = m->nodes[at].parent)
        if (m->nodes[at].how.thread != THREAD_NONE)
            out->steps[--n] = m->nodes[at].how;
    ENSURE(n == 0);
}

// ---- bundles ------------------------------------------------------------------------------------

static size_t bytes_of(const Bundle *b) {
    return sizeof *b + b->n * sizeof *b->items + b->nwords * sizeof *b->words;
}

// Where a vector differs from another one with as many words: a bit for each word, by 32 of them
// with those that differ behind. Returns what is behind all of it.
static u32 *difference(u32 *out, const StateWord *state, const StateWord *before) {
    u32 n = vector_words(state);
    CHECK(vector_words(before) == n);
    for (u32 from = 0; from < n; from += 32) {
        u32 *bits = out++, behind = n - from < 32 ? n : from + 32, found = 0;
        for (u32 i = from; i < behind; i++) {
            bool differs = state[i] != before[i];
            found |= (u32)differs << (i - from);
            *out = state[i]; // there is room for one more
            out += differs;
        }
        *bits = found;
    }
    return out;
}

static void pack(Worker *w, const StateWord *state, const StateWord *before) {
    u32 n = vector_words(state);
    VEC_RESERVE(w->packed, w->npacked, w->packed_cap, n + n / 32 + 3);
    u32 *out = w->packed + w->npacked;
    bool is_whole = !before || vector_words(before) != n;
    *out++ = is_whole ? n : 0;
    if (is_whole)
        memcpy(out, state, n * sizeof *out);
    out = is_whole ? out + n : difference(out, state, before);
    w->npacked = (u32)(out - w->packed);
    CHECK(w->npacked <= w->packed_cap);
}

// The children of w->broad from `first` to `behind`; it takes over the uses of their parents.
static Bundle *bundle_new(Worker *w, u32 first, u32 behind) {
    ENSURE(first < behind && behind <= w->broad.n && w->nparents == w->broad.n);
    ENSURE(behind - first <= BUNDLE);
    w->npacked = 0;
    for (u32 i = first; i < behind; i++)
        pack(w, child_state(&w->broad, i), i > first ? child_state(&w->broad, i - 1) : NULL);
    Bundle head = {.depth = w->broad_depth, .n = behind - first, .nwords = w->npacked};
    Bundle *b = mem_alloc(bytes_of(&head));
    *b = head;
    b->items = (Item *)(b + 1);
    b->words = (u32 *)(b->items + b->n);
    for (u32 i = first; i < behind; i++)
        b->items[i - first] = (Item){w->broad.items[i].how, w->parents[i]};
    memcpy(b->words, w->packed, w->npacked * sizeof *w->packed);
    return b;
}

static void bundle_free(Bundle *b) {
    ENSURE(b->next <= b->n && b->at <= b->nwords);
    VEC_FREE(b->state.words, b->state.cap);
    mem_free(b, bytes_of(b));
}

// Takes the next state, which is there until that is done again.
static Item bundle_take(Bundle *b) {
    ENSURE(b->next < b->n && b->at < b->nwords);
    u32 n = b->words[b->at++];
    if (n) {
        VEC_RESERVE(b->state.words, 0, b->state.cap, n);
        memcpy(b->state.words, b->words + b->at, n * sizeof *b->words);
        b->at += n;
        return b->items[b->next++];
    }
    n = vector_words(b->state.words);
    for (u32 from = 0; from < n; from += 32)
        for (u32 bits = b->words[b->at++]; bits; bits &= bits - 1)
            b->state.words[from + (u32)__builtin_ctz(bits)] = b->words[b->at++];
    ENSURE(b->at <= b->nwords);
    return b->items[b->next++];
}

// ---- the queue: with the lock -------------------------------------------------------------------

static bool is_before(const Bundle *a, const Bundle *b) {
    CHECK(a == b || a->number != b->number);
    return a->depth != b->depth ? a->depth < b->depth : a->number < b->number;
}

// For the checking build: whether the bundle is not before its parent in the heap, nor its children
// before it.
static bool is_in_place(const Mixed *m, u32 at) {
    bool is_good = !at || !is_before(m->queue[at], m->queue[(at - 1) / 2]);
    for (u32 child = 2 * at + 1; child < m->nqueue && child <= 2 * at + 2; child++)
        is_good = is_good && !is_before(m->queue[child], m->queue[at]);
    return is_good;
}

// A bundle that was there before keeps its number.
static void queue_put(Mixed *m, Bundle *b) {
    ENSURE(b->next < b->n);
    m->bytes += bytes_of(b);
    VEC_PUSH(m->queue, m->nqueue, m->queue_cap) = b;
    u32 at = m->nqueue - 1;
    for (; at && is_before(b, m->queue[(at - 1) / 2]); at = (at - 1) / 2)
        m->queue[at] = m->queue[(at - 1) / 2];
    m->queue[at] = b;
    CHECK(is_in_place(m, at));
    atomic_store(&m->nbundles, m->nqueue);
    pthread_cond_signal(&m->changed);
}

static void queue_add(Mixed *m, Bundle *b) {
    b->number = m->number++;
    queue_put(m, b);
}

static Bundle *queue_take(Mixed *m) {
    ENSURE(m->nqueue > 0);
    Bundle *first = m->queue[0], *last = m->queue[--m->nqueue];
    u32 at = 0;
    for (u32 child; (child = 2 * at + 1) < m->nqueue; at = child) {
        if (child + 1 < m->nqueue && is_before(m->queue[child + 1], m->queue[child]))
            child++;
        if (!is_before(m->queue[child], last))
            break;
        m->queue[at] = m->queue[child];
    }
    m->queue[at] = last;
    CHECK(!m->nqueue || (is_in_place(m, at) && is_in_place(m, 0)));
    ENSURE(m->bytes >= bytes_of(first) && first->next < first->n);
    m->bytes -= bytes_of(first);
    atomic_store(&m->nbundles, m->nqueue);
    return first;
}

static bool queue_has_room(const Mixed *m) {
    return m->bytes < LEAST_ROOM + mem_used() / ROOM_PART;
}

// ---- all workers --------------------------------------------------------------------------------

static void end(Mixed *m) {
    pthread_mutex_lock(&m->lock);
    atomic_store(&m->is_over, true);
    pthread_cond_broadcast(&m->changed);
    pthread_mutex_unlock(&m->lock);
}

// The first bundle of the queue; NULL when there is none and nobody is left who could give one.
static Bundle *take(Mixed *m, const Seam *seam) {
    pthread_mutex_lock(&m->lock);
    m->nidle++;
    ENSURE(m->nidle <= m->nworkers);
    bool has_paused = false;
    while (!m->nqueue && !atomic_load(&m->is_over)) {
        if (m->nidle == m->nworkers) {
            atomic_store(&m->is_over, true);
            pthread_cond_broadcast(&m->changed);
            break;
        }
        if (!has_paused) {
            // Not with the lock: the others may be waiting for this worker to stand still.
            has_paused = true;
            atomic_fetch_add(&m->nhungry, 1);
            pthread_mutex_unlock(&m->lock);
            seam->store.pause(seam->store.self);
            pthread_mutex_lock(&m->lock);
            continue;
        }
        pthread_cond_wait(&m->changed, &m->lock);
    }
    Bundle *b = atomic_load(&m->is_over) ? NULL : queue_take(m);
    m->nidle -= b != NULL;
    ENSURE(atomic_load(&m->nhungry) <= m->nworkers);
    if (has_paused)
        atomic_fetch_sub(&m->nhungry, 1);
    pthread_mutex_unlock(&m->lock);
    if (has_paused)
        seam->store.resume(seam->store.self);
    return b;
}

// ---- the dive of a worker -----------------------------------------------------------------------

// Whether the last level is as it should be: its children are behind those of the level before, and
// what is to be visited is among them.
static bool is_nested(const Worker *w) {
    const Level *l = &w->levels[w->nlevels - 1];
    return l->first <= l->next && l->next <= l->end && l->end <= w->children.n &&
           (w->nlevels == 1 || l[-1].end <= l->first);
}

// The steps that lead to a node and then to some of the worker's levels. With the lock.
static void collect(const Worker *w, u32 node, u32 from_level, Schedule *path) {
    ENSURE(from_level <= w->nlevels);
    node_collect(w->all, node, path);
    for (u32 i = from_level; i < w->nlevels; i++)
        VEC_PUSH(path->steps, path->len, path->cap) = w->levels[i].how;
}

// The violation that the worker has just met, after these steps.
static void found(Worker *w, u32 node, u32 from_level, const Children *c) {
    Mixed *m = w->all;
    pthread_mutex_lock(&m->lock);
    if (!m->is_found) {
        m->is_found = true;
        Schedule *path = m->found;
        collect(w, node, from_level, path);
        Choice last = seam_choose(w->seam, c);
        if (last.thread != THREAD_NONE)
            VEC_PUSH(path->steps, path->len, path->cap) = last;
    }
    pthread_mutex_unlock(&m->lock);
    end(m);
}

static u64 effort(const Worker *w) { return w->seam->model.effort(w->seam->model.self); }

// Expands the state of the last level. If the search goes on after violations, each one that is
// found there is handed over, and it begins again.
static StepEnd expand(Worker *w, const StateWord *state, u64 depth, u32 first) {
    StepEnd end_of_step;
    ENSURE(w->nnamed > 0 && w->nnamed <= w->nlevels);
    while ((end_of_step = seam_expand(w->seam, state, depth, &w->children)) == STEP_VIOLATION &&
           w->seam->driver.collect) {
        Schedule path = {0};
        pthread_mutex_lock(&w->all->lock);
        collect(w, w->levels[w->nnamed - 1].node, w->nnamed, &path);
        pthread_mutex_unlock(&w->all->lock);
        seam_collect(w->seam, &w->children, first, &path);
        schedule_done(&path);
    }
    return end_of_step;
}

// Enters a state; false if the search is over.
static bool visit(Worker *w, const StateWord *state, Choice how, u32 node) {
    u32 first = w->children.n;
    ENSURE(w->nlevels || !first);
    u64 depth = w->depth + w->nlevels;
    VEC_PUSH(w->levels, w->nlevels, w->levels_cap) = (Level){first, first, first, node, how};
    u64 before = effort(w);
    StepEnd end_of_step = expand(w, state, depth, first);
    w->lead += (i64)(effort(w) - before);
    ENSURE(w->children.n >= first);
    w->levels[w->nlevels - 1].end = w->children.n;
    children_pack(&w->children, first);
    CHECK(is_nested(w));
    w->expanded++;
    if (end_of_step == STEP_VIOLATION)
        found(w, w->levels[w->nnamed - 1].node, w->nnamed, &w->children);
    else if (end_of_step == STEP_STOPPED)
        end(w->all);
    return end_of_step == STEP_ON;
}

static void leave(Worker *w) {
    ENSURE(w->nlevels > 0);
    CHECK(is_nested(w));
    Level *l = &w->levels[--w->nlevels];
    children_cut(&w->children, l->first);
    w->lowest = w->lowest < w->nlevels ? w->lowest : w->nlevels;
    if (w->nnamed <= w->nlevels)
        return;
    pthread_mutex_lock(&w->all->lock);
    node_leave(w->all, l->node);
    pthread_mutex_unlock(&w->all->lock);
    w->nnamed = w->nlevels;
}

// Visits the next child, or goes back; false if the search is over.
static bool advance(Worker *w) {
    CHECK(w->nlevels > 0 && w->lowest <= w->nlevels);
    Level *l = &w->levels[w->nlevels - 1];
    if (l->next == l->end) {
        leave(w);
        return true;
    }
    u32 child = l->next++;
    Choice how = w->children.items[child].how;
    return visit(w, child_unpack(&w->children, child, &w->state), how, 0);
}

// ---- giving away from a dive --------------------------------------------------------------------

// Whether there is something at the bottom of the stack; then it is on the level `lowest`. What is
// left at the top is about to be visited anyway.
static bool has_spare(Worker *w) {
    ENSURE(w->lowest <= w->nlevels && w->nnamed <= w->nlevels);
    while (w->lowest < w->nlevels && w->levels[w->lowest].next == w->levels[w->lowest].end)
        w->lowest++;
    return w->lowest + 1 < w->nlevels;
}

static u64 spare_depth(const Worker *w) { return w->depth + w->lowest + 1; }

// For one more child of w->broad.
static void add_parent(Worker *w, u32 node) {
    ENSURE(w->nparents < w->broad.n);
    VEC_PUSH(w->parents, w->nparents, w->parents_cap) = node;
}

static void broad_clear(Worker *w, u64 depth) {
    children_cut(&w->broad, 0);
    w->nparents = 0;
    w->broad_depth = depth;
}

// The last children of the lowest level that has some, at most so many. With the lock.
static Bundle *take_spares(Worker *w, u32 most) {
    Mixed *m = w->all;
    Level *l = &w->levels[w->lowest];
    ENSURE(w->nnamed > 0 && l->next < l->end && l->end <= l[1].first && !w->broad.n);
    for (; w->nnamed <= w->lowest; w->nnamed++) {
        Level *named = &w->levels[w->nnamed];
        named->node = node_new(m, node_use(m, named[-1].node), named->how);
    }
    broad_clear(w, spare_depth(w));
    w->broad.store = NULL;
    for (; most-- > 0 && l->next < l->end;) {
        u32 child = --l->end;
        const StateWord *state = child_unpack(&w->children, child, &w->state);
        children_add(&w->broad, w->children.items[child].how, state);
        add_parent(w, node_use(m, l->node));
    }
    Bundle *b = bundle_new(w, 0, w->broad.n);
    b->number = m->number++;
    broad_clear(w, 0);
    return b;
}

static void share(Worker *w) {
    if (!has_spare(w))
        return;
    pthread_mutex_lock(&w->all->lock);
    queue_add(w->all, take_spares(w, 1));
    pthread_mutex_unlock(&w->all->lock);
}

// ---- breadth-first turns ------------------------------------------------------------------------

// The states that are nearest to the beginning, as far as this worker knows. NULL: there are none,
// or no memory for what they lead to.
static Bundle *nearest(Worker *w) {
    Mixed *m = w->all;
    Bundle *b = NULL;
    pthread_mutex_lock(&m->lock);
    if (queue_has_room(m)) {
        bool is_own = has_spare(w) && !(m->nqueue && m->queue[0]->depth < spare_depth(w));
        b = is_own ? take_spares(w, BUNDLE) : m->nqueue ? queue_take(m) : NULL;
    }
    pthread_mutex_unlock(&m->lock);
    return b;
}

// What was found goes to the queue.
static void flush(Worker *w) {
    Mixed *m = w->all;
    for (u32 first = 0; first < w->broad.n; first += BUNDLE) {
        u32 left = w->broad.n - first;
        Bundle *b = bundle_new(w, first, first + (left < BUNDLE ? left : BUNDLE));
        pthread_mutex_lock(&m->lock);
        queue_add(m, b);
        pthread_mutex_unlock(&m->lock);
    }
    broad_clear(w, 0);
}

// The state has been expanded, and led to the children of w->broad that have no parents yet.
static void name_parents(Worker *w, Item i, StepEnd end_of_step) {
    Mixed *m = w->all;
    bool is_bad = end_of_step == STEP_VIOLATION, is_parent = w->nparents < w->broad.n;
    pthread_mutex_lock(&m->lock);
    u32 node = is_bad || is_parent ? node_new(m, i.parent, i.how) : i.parent;
    while (w->nparents < w->broad.n)
        add_parent(w, node_use(m, node));
    ENSURE(w->nparents == w->broad.n);
    if (!is_bad)
        node_leave(m, node);
    pthread_mutex_unlock(&m->lock);
    if (is_bad)
        found(w, node, w->nlevels, &w->broad);
}

// The same as `expand` for a state of a bundle.
static StepEnd expand_item(Worker *w, const Bundle *b, Item i) {
    StepEnd end_of_step;
    while ((end_of_step = seam_expand(w->seam, b->state.words, b->depth, &w->broad)) ==
               STEP_VIOLATION &&
           w->seam->driver.collect) {
        Schedule path = {0};
        pthread_mutex_lock(&w->all->lock);
        node_collect(w->all, i.parent, &path);
        pthread_mutex_unlock(&w->all->lock);
        if (i.how.thread != THREAD_NONE)
            VEC_PUSH(path.steps, path.len, path.cap) = i.how;
        seam_collect(w->seam, &w->broad, w->nparents, &path);
        schedule_done(&path);
    }
    return end_of_step;
}

static StepEnd expand_bundle(Worker *w, Bundle *b) {
    ENSURE(w->broad_depth == b->depth + 1 && !w->broad.n); // what they lead to is one step on
    StepEnd end_of_step = STEP_ON;
    while (b->next < b->n && w->lead > 0 && end_of_step == STEP_ON &&
           !atomic_load_explicit(&w->all->is_over, memory_order_relaxed)) {
        Item i = bundle_take(b);
        u64 before = effort(w);
        end_of_step = expand_item(w, b, i);
        w->lead -= (i64)(effort(w) - before);
        w->expanded++;
        name_parents(w, i, end_of_step);
    }
    return end_of_step;
}

// Makes up for what the dive has had; false if the search is over.
static bool broaden(Worker *w) {
    Mixed *m = w->all;
    StepEnd end_of_step = STEP_ON;
    while (w->lead > 0 && end_of_step == STEP_ON) {
        Bundle *b = nearest(w);
        if (!b) {
            w->lead = 0;
            break;
        }
        broad_clear(w, b->depth + 1);
        end_of_step = expand_bundle(w, b);
        flush(w);
        if (b->next < b->n) {
            pthread_mutex_lock(&m->lock);
            queue_put(m, b);
            pthread_mutex_unlock(&m->lock);
            if (atomic_load_explicit(&m->is_over, memory_order_relaxed))
                return false;
        } else {
            bundle_free(b);
        }
    }
    if (end_of_step == STEP_STOPPED)
        end(m);
    return end_of_step == STEP_ON;
}

// ---- one worker ---------------------------------------------------------------------------------

static void start_others(Mixed *m);

// Begins a dive with the first state of a bundle; the others go back.
static bool begin(Worker *w, Bundle *b) {
    Mixed *m = w->all;
    ENSURE(w->nlevels == 0 && w->children.n == 0);
    Item i = bundle_take(b);
    pthread_mutex_lock(&m->lock);
    u32 node = node_new(m, i.parent, i.how);
    u32 words = vector_words(b->state.words);
    VEC_RESERVE(w->state.words, 0, w->state.cap, words);
    memcpy(w->state.words, b->state.words, words * sizeof *w->state.words);
    w->depth = b->depth;
    w->lowest = 0;
    w->nnamed = 1;
    bool is_empty = b->next == b->n;
    if (!is_empty)
        queue_put(m, b);
    pthread_mutex_unlock(&m->lock);
    if (is_empty)
        bundle_free(b);
    return visit(w, w->state.words, i.how, node);
}

static void work(Worker *w, Bundle *b) {
    Mixed *m = w->all;
    bool goes_on = begin(w, b);
    while (goes_on && w->nlevels && !atomic_load_explicit(&m->is_over, memory_order_relaxed)) {
        if (w->is_alone && w->expanded >= m->alone)
            start_others(m);
        if (atomic_load_explicit(&m->nhungry, memory_order_relaxed) >
            atomic_load_explicit(&m->nbundles, memory_order_relaxed))
            share(w);
        goes_on = advance(w) && (w->lead < m->turn || broaden(w));
    }
    ENSURE(!goes_on || w->nlevels || w->children.n == 0);
}

static void worker_done(Worker *w) {
    VEC_FREE(w->levels, w->levels_cap);
    children_done(&w->children);
    children_done(&w->broad);
    VEC_FREE(w->state.words, w->state.cap);
    VEC_FREE(w->parents, w->parents_cap);
    VEC_FREE(w->packed, w->packed_cap);
}

static void *run_worker(void *arg) {
    Worker *w = arg;
    ENSURE(!w->is_alone && w->seam != w->all->workers[0].seam);
    w->seam->store.resume(w->seam->store.self);
    for (Bundle *b; (b = take(w->all, w->seam));)
        work(w, b);
    w->seam->store.pause(w->seam->store.self);
    return NULL;
}

// There is work for all.
static void start_others(Mixed *m) {
    ENSURE(m->nthreads == 0 && m->workers[0].is_alone);
    ENSURE(m->nworkers == 1 && m->nidle == 0);
    m->workers[0].is_alone = false;
    for (u32 i = 1; i < m->most; i++) {
        pthread_mutex_lock(&m->lock);
        m->nworkers++;
        pthread_mutex_unlock(&m->lock);
        if (pthread_create(&m->threads[m->nthreads], NULL, run_worker, &m->workers[i]) == 0) {
            m->nthreads++;
            continue;
        }
        pthread_mutex_lock(&m->lock);
        m->nworkers--; // the search goes on with those that there are
        pthread_mutex_unlock(&m->lock);
        return;
    }
}

static void search_from(Mixed *m, const Children *initial) {
    ENSURE(initial->n > 0);
    Worker *first = &m->workers[0];
    const Seam *seam = first->seam;
    for (u32 i = 0; i < initial->n; i++) {
        children_add(&first->broad, initial->items[i].how, child_state(initial, i));
        add_parent(first, 0);
    }
    flush(first);
    for (Bundle *b; (b = take(m, seam));)
        work(first, b);
    seam->store.pause(seam->store.self);
    for (u32 i = 0; i < m->nthreads; i++)
        pthread_join(m->threads[i], NULL);
    ENSURE(atomic_load(&m->is_over) && atomic_load(&m->nhungry) == 0);
    ENSURE(m->nworkers == m->nthreads + 1 && m->nidle <= m->nworkers);
    seam->store.resume(seam->store.self);
}

static void mixed_done(Mixed *m) {
    for (u32 i = 0; i < m->most; i++)
        worker_done(&m->workers[i]);
    for (u32 i = 0; i < m->nqueue; i++)
        bundle_free(m->queue[i]);
    VEC_FREE(m->queue, m->queue_cap);
    VEC_FREE(m->nodes, m->nodes_cap);
    mem_free(m->workers, m->most * sizeof *m->workers);
    mem_free(m->threads, m->most * sizeof *m->threads);
    pthread_mutex_destroy(&m->lock);
    pthread_cond_destroy(&m->changed);
}

bool search_mixed(const Seam *seams, u32 nseams, bool at_once, Schedule *found_path) {
    ENSURE(nseams > 0);
    Mixed m = {.found = found_path, .nworkers = 1, .most = nseams};
    m.alone = at_once ? 1 : ALONE;
    m.turn = at_once ? 1 : TURN;
    Children initial = {0};
    pthread_mutex_init(&m.lock, NULL);
    pthread_cond_init(&m.changed, NULL);
    m.workers = mem_zalloc_apart(nseams * sizeof *m.workers);
    m.threads = mem_zalloc(nseams * sizeof *m.threads);
    for (u32 i = 0; i < nseams; i++)
        m.workers[i] = (Worker){.seam = &seams[i], .all = &m, .is_alone = i == 0};
    VEC_PUSH(m.nodes, m.nnodes, m.nodes_cap) = (Node){.how = {.thread = THREAD_NONE}};
    StepEnd start = seam_start_anew(&seams[0], &initial);
    found_path->len = 0;
    m.is_found = start == STEP_VIOLATION;
    if (m.is_found)
        seam_choose(&seams[0], &initial);
    if (start == STEP_ON)
        search_from(&m, &initial);
    ENSURE(m.is_found || found_path->len == 0);
    children_done(&initial);
    bool is_found = m.is_found;
    mixed_done(&m);
    return is_found;
}
