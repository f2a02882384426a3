// SPDX-License-Identifier: Apache-2.0
// With a fixed number of threads: all configurations, breadth-first, those with the fewest threads
// first. So the first bad state is one that needs the fewest threads.
//
// A thread in a state in which any number of threads begin does nothing before its first move. So
// it need not be there before: it comes when somebody wants it, which makes one thread more.
// Threads that a move starts count as well. Configurations that were found with fewer threads are
// not looked at again, since whatever can be done there can be done with more.
#include "count/count_int.h"

enum { NO_MOVE = UINT32_MAX, NOT_YET = UINT32_MAX };

typedef struct Node {
    CountConfig config;
    u32 parent;
    u32 local, move; // of whom; NO_MOVE: a thread has come, in `local`
    u32 depth;
    u32 threads; // the fewest with which it was found
} Node;

// Nodes with as many threads, in the order of their depths: those that came from fewer threads, and
// those found among them.
typedef struct Queue {
    u32 *nodes;
    u32 len, cap, at;
} Queue;
typedef struct Level {
    Queue given, found;
} Level;

typedef struct Plain {
    Mover mover;
    Watch watch;
    CountResult *result;
    Arena *arena;
    Table by_hash;
    Node *nodes;
    u32 nnodes, nodes_cap;
    Level *levels; // by number of threads
    u32 nlevels, levels_cap;
    u32 most;        // threads
    u64 most_states; // 0: any number
    u32 bad;         // node, or NO_NODE
    CountConfig next;
} Plain;

static void queue_push(Queue *q, u32 node) { VEC_PUSH(q->nodes, q->len, q->cap) = node; }

static Level *level_of(Plain *p, u32 threads) {
    while (p->nlevels <= threads)
        VEC_PUSH(p->levels, p->nlevels, p->levels_cap) = (Level){0};
    return &p->levels[threads];
}

// The node of the configuration in p->next; a new one has no parent and takes any number of
// threads.
static u32 node_of_next(Plain *p) {
    for (u64 word = config_hash(&p->next);; word++) {
        u32 *node = table_add(&p->by_hash, word, PLAIN_KEY);
        if (*node && !config_equal(&p->nodes[*node - 1].config, &p->next))
            continue;
        if (!*node) {
            VEC_PUSH(p->nodes, p->nnodes, p->nodes_cap) = (Node){
                .config = config_keep(p->arena, &p->next), .parent = NO_NODE, .threads = NOT_YET};
            *node = p->nnodes;
            p->result->states++;
        }
        return *node - 1;
    }
}

// The configuration in p->next, reached as `n` says, while those with `now` threads are looked at.
static void offer(Plain *p, Node n, u32 now) {
    if (n.threads > p->most)
        return;
    u32 node = node_of_next(p);
    // Who is waiting for its turn with more threads, and so leads nowhere yet, gets it now.
    if (p->nodes[node].threads <= n.threads)
        return;
    ENSURE(p->nodes[node].threads > now || now == NOT_YET);
    n.config = p->nodes[node].config;
    n.depth = n.parent == NO_NODE ? 0 : p->nodes[n.parent].depth + (n.move != NO_MOVE);
    p->nodes[node] = n;
    Level *level = level_of(p, n.threads);
    queue_push(n.threads == now ? &level->found : &level->given, node);
    if (n.depth > p->result->depth)
        p->result->depth = n.depth;
}

static void let_come(Plain *p, u32 node, u32 threads) {
    const CountConfig *first = &p->mover.system->initial[0];
    for (u32 i = 0; i < first->n; i++) {
        if (first->parts[i].count != COUNT_ANY)
            continue;
        u32 local = first->parts[i].local;
        config_copy(&p->next, &p->nodes[node].config);
        config_add(&p->next, local, 1);
        offer(p, (Node){.parent = node, .local = local, .move = NO_MOVE, .threads = threads + 1},
              threads);
    }
}

// Who knows of a run may not want to look for a smaller one for ever.
static bool has_enough(Plain *p) {
    if (!p->most_states || p->result->states < p->most_states)
        return false;
    p->result->answer = COUNT_STOPPED;
    text_add(&p->result->reason, "%llu states", (unsigned long long)p->most_states);
    return true;
}

static bool expand(Plain *p, u32 node, u32 threads) {
    const CountSystem *s = p->mover.system;
    CountConfig c = p->nodes[node].config; // its parts stay where they are
    if (system_is_bad(s, &c)) {
        p->bad = node;
        return false;
    }
    for (u32 i = 0; i < c.n; i++) {
        u32 n, local = c.parts[i].local;
        const CountMove *moves = mover_moves(&p->mover, c.global, local, &n);
        for (u32 k = 0; k < n; k++) {
            config_copy(&p->next, &c);
            mover_take(&p->next, local, &moves[k]);
            p->result->transitions++;
            Node next = {
                .parent = node, .local = local, .move = k, .threads = threads + moves[k].nstarted};
            offer(p, next, threads);
            if (watch_stops(&p->watch) || has_enough(p))
                return false;
        }
    }
    let_come(p, node, threads);
    return true;
}

static u32 pop(Plain *p, u32 threads) {
    Level *l = level_of(p, threads);
    Queue *a = &l->given, *b = &l->found;
    if (a->at == a->len && b->at == b->len)
        return NO_NODE;
    bool is_a = b->at == b->len || (a->at < a->len && p->nodes[a->nodes[a->at]].depth <=
                                                          p->nodes[b->nodes[b->at]].depth);
    return is_a ? a->nodes[a->at++] : b->nodes[b->at++];
}

static void search(Plain *p) {
    for (u32 threads = 0; threads < p->nlevels; threads++) {
        p->result->threads = threads;
        for (u32 node; (node = pop(p, threads)) != NO_NODE;)
            if (p->nodes[node].threads == threads && !expand(p, node, threads))
                return;
    }
}

// ---- the run ------------------------------------------------------------------------------------

static void tell_run(Plain *p) {
    u32 len = 0, *path = NULL, cap = 0, first = p->bad;
    for (u32 node = p->bad; node != NO_NODE; node = p->nodes[node].parent) {
        VEC_PUSH(path, len, cap) = node;
        first = node;
    }
    Crowd c;
    crowd_init(&c, &p->mover, p->nodes[first].config.global, p->result);
    while (len) {
        const Node *n = &p->nodes[path[--len]];
        if (n->parent != NO_NODE && n->move != NO_MOVE)
            crowd_step(&c, n->local, n->move);
    }
    // With fewer threads it would have been found before.
    ENSURE(c.global == p->result->bad && c.n == p->result->threads);
    p->result->has_run = true;
    crowd_done(&c);
    VEC_FREE(path, cap);
}

// ---- begin and end ------------------------------------------------------------------------------

// The threads of which there is a fixed number. All initial configurations have the same threads.
static void begin(Plain *p) {
    const CountSystem *s = p->mover.system;
    for (u32 i = 0; i < s->ninitial; i++) {
        const CountConfig *c = &s->initial[i];
        u32 threads = 0;
        ENSURE(c->n == s->initial[0].n);
        p->next.n = 0;
        p->next.locals = 0;
        p->next.global = c->global;
        for (u32 k = 0; k < c->n; k++) {
            ENSURE(c->parts[k].local == s->initial[0].parts[k].local);
            if (c->parts[k].count == COUNT_ANY)
                continue;
            config_add(&p->next, c->parts[k].local, c->parts[k].count);
            threads += c->parts[k].count;
        }
        offer(p, (Node){.parent = NO_NODE, .threads = threads}, NOT_YET);
    }
}

static void done(Plain *p) {
    for (u32 i = 0; i < p->nlevels; i++) {
        VEC_FREE(p->levels[i].given.nodes, p->levels[i].given.cap);
        VEC_FREE(p->levels[i].found.nodes, p->levels[i].found.cap);
    }
    VEC_FREE(p->levels, p->levels_cap);
    VEC_FREE(p->nodes, p->nodes_cap);
    table_done(&p->by_hash);
    config_done(&p->next);
    mover_done(&p->mover);
    arena_free(p->arena);
}

void count_plain(const CountSystem *s, u32 most, const CountOptions *o, CountResult *r) {
    *r = (CountResult){0};
    Plain p = {.result = r,
               .watch = {.limits = &o->limits, .result = r},
               .arena = arena_new(),
               .most = most ? most : UINT32_MAX,
               .most_states = o->most_states,
               .bad = NO_NODE};
    mover_init(&p.mover, s);
    begin(&p);
    search(&p);
    r->globals = p.mover.nglobals;
    r->locals = p.mover.nlocals;
    r->kept = r->states;
    for (u32 i = 0; i < p.nnodes && r->answer == COUNT_UNREACHABLE && p.bad == NO_NODE; i++)
        count_add_bounds(r, &p.nodes[i].config);
    if (p.bad != NO_NODE) {
        r->answer = COUNT_REACHABLE;
        r->bad = p.nodes[p.bad].config.global;
        tell_run(&p);
    }
    done(&p);
}
