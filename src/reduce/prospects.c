// SPDX-License-Identifier: Apache-2.0
// What threads were seen to do later. A graph: its nodes are the ways in which threads were seen to
// stand, its edges lead to where a step took them. Each node has what was touched at it and at all
// nodes that it leads to.
//
// The search asks for what the threads that it leaves out may do, and relies on the answer. When
// more is seen later, at such a node, the search was wrong, and starts again with what is known
// then. What is known only grows, and the graph is finite if the search is.
//
// All workers use it at a time. Nodes never move; what they have is read without a lock. Whoever
// asks says so first, and whoever adds looks after he has added whether somebody has asked: one of
// them notices the other.
#include "base/table.h"
#include "reduce/reduce.h"

#include <pthread.h>
#include <stdatomic.h>

enum { CHUNK_LOG = IS_TINY ? 1 : 8, CHUNK = 1 << CHUNK_LOG, MOST_CHUNKS = IS_TINY ? 16 : 1 << 8 };
enum { MOST_NODES = MOST_CHUNKS * CHUNK };
// What is used must be worth its cost. After so many states, and twice as many, and so on: of the
// threads that can run, three in ten must have been left out. After so many supersteps, and so on:
// one in thirty-two must have been longer by a free operation.
// Free operations alone are not worth it to begin a search of so many states again, unless one in
// four supersteps is longer by them.
enum { TRIAL_STATES = 512, TRIAL_SUPERSTEPS = 1024, LONG_IN_VAIN = 4096 };
enum { FIRST_PATIENCE = IS_TINY ? 4 : 64 };
// Searches that were in vain: after MOST_HOPEFUL, what stands where nobody was seen to stand counts
// as everybody who was seen at the same place; after MOST_VAIN, everything counts as seen.
enum { MOST_HOPEFUL = 6, MOST_VAIN = 10 };
// Where threads were seen to stand in so many ways at one place, one may go on for ever.
enum { CROWD = IS_TINY ? 8 : 1024 };
#define NO_EDGE 0xffffffffu

typedef struct Node {
    _Atomic u64 touched[TOUCHED_WORDS]; // as in Touched
    atomic_bool is_relied_on;
    bool is_ranked;
    bool is_old; // it was there in an earlier search
    u32 rank;
    // the node for all that stand at the same place, with whatever values: it has all that this one
    // has; does not change once the node is there
    u32 place;
    u32 first_in;           // of the edges that lead to it
    _Atomic u32 nstandings; // at this place
} Node;

typedef struct Edge {
    u32 from, next; // next: among those that lead to the same node
} Edge;

struct Prospects {
    pthread_mutex_t lock; // for all but reading what nodes have
    _Atomic(Node *) chunks[MOST_CHUNKS];
    u32 nnodes;
    Table standings; // to the number of the node + 1
    Table known;     // edges
    Edge *edges;
    u32 nedges, edges_cap;
    u32 *work; // nodes that have got more
    u32 nwork, work_cap;
    _Atomic u64 age; // grows with what nodes have
    atomic_bool is_broken, is_distrusted;
    bool leaves_out, finds_free;
    // so far: states, of which so many threads could run, and so many were left out; supersteps, of
    // which so many were longer
    _Atomic u32 nstates, nsupersteps;
    _Atomic u64 nready, nleft, nlonger;
    atomic_bool gives_up; // something that is not worth while
    // States of this search, and how many there must be before it is given up because it is broken:
    // twice as many each time, so that all those searches together are not much longer than the
    // last one, and none goes on for ever without what it has missed.
    _Atomic u64 nexpanded;
    u64 patience;
    u32 nvain;
};

Prospects *prospects_new(void) {
    Prospects *p = mem_zalloc(sizeof *p);
    pthread_mutex_init(&p->lock, NULL);
    p->leaves_out = p->finds_free = true;
    p->patience = FIRST_PATIENCE;
    return p;
}

void prospects_free(Prospects *p) {
    if (!p)
        return;
    for (u32 i = 0; i < MOST_CHUNKS && atomic_load(&p->chunks[i]); i++)
        mem_free(atomic_load(&p->chunks[i]), CHUNK * sizeof(Node));
    table_done(&p->standings);
    table_done(&p->known);
    VEC_FREE(p->edges, p->edges_cap);
    VEC_FREE(p->work, p->work_cap);
    pthread_mutex_destroy(&p->lock);
    mem_free(p, sizeof *p);
}

static Node *node_at(const Prospects *p, u32 number) {
    Node *chunk = atomic_load_explicit(&p->chunks[number >> CHUNK_LOG], memory_order_acquire);
    CHECK(chunk);
    return &chunk[number & (CHUNK - 1)];
}

// ---- nodes and edges ----------------------------------------------------------------------------

// When there are too many, each has to do for several standings.
static u32 add_node(Prospects *p, u64 standing) {
    u32 number = p->nnodes;
    if (number == MOST_NODES)
        return (u32)(standing % MOST_NODES);
    if (!(number & (CHUNK - 1)))
        atomic_store_explicit(&p->chunks[number >> CHUNK_LOG], mem_zalloc(CHUNK * sizeof(Node)),
                              memory_order_release);
    Node *n = node_at(p, number);
    n->rank = n->place = number;
    n->first_in = NO_EDGE;
    p->nnodes++;
    return number;
}

enum { OF_STANDING = 1, OF_PLACE };

static u32 find_node(Prospects *p, u64 standing, u32 kind, bool *is_new) {
    u32 *number = table_add(&p->standings, standing, kind), had = p->nnodes;
    if (!*number)
        *number = add_node(p, standing) + 1;
    *is_new = p->nnodes > had;
    ENSURE(*number <= p->nnodes);
    return *number - 1;
}

u32 prospects_node(Prospects *p, u64 standing, u64 place) {
    pthread_mutex_lock(&p->lock);
    bool is_new;
    u32 at = find_node(p, place, OF_PLACE, &is_new);
    u32 number = find_node(p, standing, OF_STANDING, &is_new);
    if (is_new) {
        node_at(p, number)->place = at;
        atomic_fetch_add(&node_at(p, at)->nstandings, 1);
    }
    pthread_mutex_unlock(&p->lock);
    return number;
}

static void get(const Node *n, Touched *out) {
    for (u32 i = 0; i < TOUCHED_WORDS; i++)
        out->all[i] = atomic_load_explicit(&n->touched[i], memory_order_relaxed);
}

static bool has_all(const Node *n, const Touched *what) {
    Touched t;
    u64 lacking = 0;
    get(n, &t);
    for (u32 i = 0; i < TOUCHED_WORDS; i++)
        lacking |= what->all[i] & ~t.all[i];
    return !lacking;
}

// Adds to one node; the lock is held.
static void add(Prospects *p, u32 number, const Touched *what) {
    Node *n = node_at(p, number);
    if (has_all(n, what))
        return;
    for (u32 i = 0; i < TOUCHED_WORDS; i++)
        atomic_fetch_or(&n->touched[i], what->all[i]);
    atomic_fetch_add(&p->age, 1);
    if (atomic_load(&n->is_relied_on))
        atomic_store(&p->is_broken, true);
    VEC_PUSH(p->work, p->nwork, p->work_cap) = number;
}

// And to all that lead to it.
static void add_everywhere(Prospects *p, u32 number, const Touched *what) {
    ENSURE(p->nwork == 0);
    add(p, number, what);
    while (p->nwork) {
        const Node *n = node_at(p, p->work[--p->nwork]);
        Touched now;
        get(n, &now);
        for (u32 e = n->first_in; e != NO_EDGE; e = p->edges[e].next)
            add(p, p->edges[e].from, &now);
    }
}

bool prospects_have(const Prospects *p, u32 node, const Touched *what) {
    return has_all(node_at(p, node), what);
}

u64 prospects_age(const Prospects *p) {
    return atomic_load_explicit(&p->age, memory_order_acquire);
}

void prospects_saw(Prospects *p, u32 node, const Touched *what) {
    if (has_all(node_at(p, node), what))
        return;
    pthread_mutex_lock(&p->lock);
    add_everywhere(p, node, what);
    add_everywhere(p, node_at(p, node)->place, what);
    pthread_mutex_unlock(&p->lock);
    CHECK(has_all(node_at(p, node), what));
}

static void add_edge(Prospects *p, u32 from, u32 to) {
    u32 *is_known = table_add(&p->known, (u64)from << 32 | to, PLAIN_KEY);
    if (from == to || *is_known)
        return;
    *is_known = 1;
    Node *n = node_at(p, to);
    VEC_PUSH(p->edges, p->nedges, p->edges_cap) = (Edge){from, n->first_in};
    n->first_in = p->nedges - 1;
    Touched what;
    get(n, &what);
    add_everywhere(p, from, &what);
}

void prospects_led(Prospects *p, u32 from, u32 to) {
    pthread_mutex_lock(&p->lock);
    add_edge(p, from, to);
    add_edge(p, node_at(p, from)->place, node_at(p, to)->place);
    pthread_mutex_unlock(&p->lock);
}

// ---- what the search asks -----------------------------------------------------------------------

static bool is_in_use(const Prospects *p) {
    return p->nvain < MOST_VAIN && !atomic_load_explicit(&p->is_distrusted, memory_order_relaxed);
}

// Of a node that is new, too little may be known: what happens at its place tells more, so that
// searches in vain are few; but where threads at one place touch different things, it tells far too
// much.
static u32 node_to_ask(const Prospects *p, u32 node) {
    const Node *n = node_at(p, node);
    return p->nvain < MOST_HOPEFUL || n->is_old ? node : n->place;
}

void prospects_ask(Prospects *p, u32 node, Touched *out) {
    Node *n = node_at(p, node_to_ask(p, node));
    bool is_used = is_in_use(p);
    if (is_used && !atomic_load(&n->is_relied_on))
        atomic_store(&n->is_relied_on, true);
    for (u32 i = 0; i < TOUCHED_WORDS; i++)
        out->all[i] = is_used ? atomic_load(&n->touched[i]) : ~(u64)0;
}

bool prospects_grow(const Prospects *p, u32 from, u32 to) {
    const Node *n = node_at(p, to);
    bool may_be_endless = !n->is_old && atomic_load(&node_at(p, n->place)->nstandings) >= CROWD;
    return n->rank > node_at(p, from)->rank && !may_be_endless;
}

bool prospects_are_broken(const Prospects *p) {
    return p->nvain < MOST_VAIN && atomic_load(&p->is_broken);
}

void prospects_distrust(Prospects *p) {
    if (!atomic_exchange(&p->is_distrusted, true)) {
        atomic_fetch_add(&p->age, 1);
        atomic_store(&p->is_broken, true);
    }
}

// ---- is it worth while? -------------------------------------------------------------------------

static bool is_little_left_out(const Prospects *p) {
    return atomic_load(&p->nleft) * 10 < atomic_load(&p->nready) * 3;
}
static bool is_little_free(const Prospects *p) {
    return atomic_load(&p->nlonger) * 32 < atomic_load(&p->nsupersteps);
}
static bool is_much_free(const Prospects *p) {
    return atomic_load(&p->nlonger) * 4 >= atomic_load(&p->nsupersteps);
}
static bool is_trial(u32 n, u32 first) { return n >= first && !(n & (n - 1)); }

void prospects_count_state(Prospects *p, u32 nready, u32 nleft) {
    atomic_fetch_add(&p->nready, nready);
    atomic_fetch_add(&p->nleft, nleft);
    if (is_trial(atomic_fetch_add(&p->nstates, 1) + 1, TRIAL_STATES) && is_little_left_out(p))
        atomic_store(&p->gives_up, true);
}

void prospects_count_superstep(Prospects *p, bool is_longer) {
    atomic_fetch_add(&p->nlonger, is_longer);
    u32 n = atomic_fetch_add(&p->nsupersteps, 1) + 1;
    if (is_trial(n, TRIAL_SUPERSTEPS) && is_little_free(p) && !p->leaves_out)
        atomic_store(&p->gives_up, true);
}

void prospects_count_expanded(Prospects *p) { atomic_fetch_add(&p->nexpanded, 1); }

bool prospects_give_up(const Prospects *p) {
    return atomic_load(&p->gives_up) ||
           (prospects_are_broken(p) && atomic_load(&p->nexpanded) >= p->patience);
}
bool prospects_leave_out(const Prospects *p) { return p->leaves_out; }
bool prospects_are_used(const Prospects *p) { return p->leaves_out || p->finds_free; }
bool prospects_find_free(const Prospects *p) { return p->finds_free; }

static void judge(Prospects *p) {
    if (atomic_load(&p->nstates) >= TRIAL_STATES && is_little_left_out(p))
        p->leaves_out = false;
    if (atomic_load(&p->nsupersteps) >= TRIAL_SUPERSTEPS && is_little_free(p) && !p->leaves_out)
        p->finds_free = false;
    atomic_store(&p->gives_up, false);
}

// ---- again --------------------------------------------------------------------------------------

// Ranks in the order in which a walk against the edges leaves nodes, so that without circles every
// edge leads to a larger one.
static void rank_from(Prospects *p, u32 number, u32 *next) {
    VEC_PUSH(p->work, p->nwork, p->work_cap) = number;
    while (p->nwork) {
        Node *n = node_at(p, p->work[p->nwork - 1]);
        if (n->is_ranked) {
            p->nwork--;
            if (n->rank == NO_EDGE)
                n->rank = (*next)++;
            continue;
        }
        n->is_ranked = true;
        n->rank = NO_EDGE;
        for (u32 e = n->first_in; e != NO_EDGE; e = p->edges[e].next)
            if (!node_at(p, p->edges[e].from)->is_ranked)
                VEC_PUSH(p->work, p->nwork, p->work_cap) = p->edges[e].from;
    }
}

void prospects_start_again(Prospects *p, bool was_whole) {
    u32 next = 0;
    bool left_out = p->leaves_out;
    if (atomic_load(&p->gives_up))
        judge(p);
    for (u32 i = 0; i < p->nnodes; i++) {
        node_at(p, i)->is_ranked = false;
        node_at(p, i)->is_old = true;
        atomic_store(&node_at(p, i)->is_relied_on, false);
    }
    for (u32 i = 0; i < p->nnodes; i++)
        if (!node_at(p, i)->is_ranked)
            rank_from(p, i, &next);
    ENSURE(next == p->nnodes);
    bool was_broken = atomic_exchange(&p->is_broken, false);
    p->nvain += was_broken && was_whole;
    u64 nexpanded = atomic_exchange(&p->nexpanded, 0);
    p->patience = nexpanded >= p->patience ? 2 * nexpanded : p->patience;
    if (was_broken && !left_out && nexpanded >= LONG_IN_VAIN && !is_much_free(p))
        p->finds_free = false;
    // Each search is judged by itself: the beginnings of several would count most.
    atomic_store(&p->nstates, 0);
    atomic_store(&p->nsupersteps, 0);
    atomic_store(&p->nready, 0);
    atomic_store(&p->nleft, 0);
    atomic_store(&p->nlonger, 0);
}
