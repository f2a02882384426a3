// SPDX-License-Identifier: Apache-2.0
// Which parts of a component an endless run may go through, on a graph that is held in memory.
//
// A part is a set of states, each of which can be reached from each other without leaving it. A run
// that goes round in it can meet all of its states and steps again and again. It is
//
//   weakly fair     if each thread takes a step in it, or cannot go on in one of its states;
//   strongly fair   if each thread that can go on in one of its states takes a step in it;
//
// where a step that ends a thread counts for all threads from its place on (see components.c). If a
// thread is in the way of strong fairness, a part without the states in which it can go on may
// still be fair: they are taken out, and what is left is taken apart again (E. A. Emerson, C.-L.
// Lei: Modalities for Model Checking, 1987). States in the middle of an atomic section do not say
// who can go on; a run that stays in one for ever is fair, since nobody else can do anything.
#include "search/search_int.h"

#include <string.h>

// ---- threads ------------------------------------------------------------------------------------

static ThreadSet threads_from(u32 first) {
    ThreadSet s = {{0, 0}};
    for (u32 t = first; t < MOST_FAIR; t++)
        thread_set_add(&s, t);
    return s;
}

static bool is_empty(const ThreadSet *s) { return !s->words[0] && !s->words[1]; }
static void join(ThreadSet *s, const ThreadSet *other) {
    s->words[0] |= other->words[0];
    s->words[1] |= other->words[1];
}
static ThreadSet without(ThreadSet s, const ThreadSet *other) {
    s.words[0] &= ~other->words[0];
    s.words[1] &= ~other->words[1];
    return s;
}
static bool share(const ThreadSet *s, const ThreadSet *other) {
    return s->words[0] & other->words[0] || s->words[1] & other->words[1];
}

// ---- what was met -------------------------------------------------------------------------------

Met met_in(const GraphNode *n) {
    Met m = {.is_accepting = n->is_accepting};
    if (!n->is_hidden) {
        m.idle = threads_from(0);
        m.idle = without(m.idle, &n->ready);
        m.ready = n->ready;
    }
    ThreadSet none = threads_from(n->nthreads);
    join(&m.idle, &none);
    return m;
}

Met met_by(const GraphEdge *e) {
    Met m = {0};
    if (e->traits & STEP_ENDS_THREAD)
        m.ran = threads_from(e->how.thread);
    else if (e->how.thread < MOST_FAIR)
        thread_set_add(&m.ran, e->how.thread);
    return m;
}

void met_join(Met *m, const Met *other) {
    join(&m->idle, &other->idle);
    join(&m->ran, &other->ran);
    join(&m->ready, &other->ready);
    m->is_accepting = m->is_accepting || other->is_accepting;
}

// Threads that keep a part from being fair.
static ThreadSet unfair(const Met *m, Fairness f) {
    ThreadSet all = threads_from(0);
    if (f == FAIRNESS_NONE)
        return (ThreadSet){{0, 0}};
    return f == FAIRNESS_STRONG ? without(m->ready, &m->ran)
                                : without(without(all, &m->idle), &m->ran);
}

bool met_is_enough(const Met *m, const Conditions *w) {
    Fairness f = w->has_formula ? w->fairness : FAIRNESS_WEAK;
    ThreadSet missing = unfair(m, f);
    return (!w->has_formula || m->is_accepting) && is_empty(&missing);
}

bool conditions_are_simple(const Conditions *w) {
    return w->fairness != FAIRNESS_STRONG && !w->livelock && !w->starvation;
}

// ---- graphs -------------------------------------------------------------------------------------

u32 stepgraph_add(StepGraph *g, GraphNode n) {
    n.edges = g->nedges;
    VEC_PUSH(g->nodes, g->nnodes, g->nodes_cap) = n;
    return g->nnodes - 1;
}

void stepgraph_connect(StepGraph *g, GraphEdge e) {
    ENSURE(e.from < g->nnodes && e.to <= g->nnodes);
    VEC_PUSH(g->edges, g->nedges, g->edges_cap) = e;
}

// The step that led to the first of them goes with them.
void stepgraph_cut(StepGraph *g, u32 nnodes) {
    ENSURE(nnodes < g->nnodes);
    u32 nedges = g->nodes[nnodes].edges;
    ENSURE(nnodes == 0 || (nedges > 0 && g->edges[nedges - 1].to == nnodes));
    g->nedges = nnodes ? nedges - 1 : 0;
    g->nnodes = nnodes;
}

void stepgraph_done(StepGraph *g) {
    VEC_FREE(g->nodes, g->nodes_cap);
    VEC_FREE(g->edges, g->edges_cap);
}

void stepgraph_part_done(GraphPart *p) {
    VEC_FREE(p->nodes, p->nodes_cap);
    VEC_FREE(p->way, p->way_cap);
}

// ---- what a run may go through ------------------------------------------------------------------

// One of the things that may be wrong with an endless run.
typedef struct Wrong {
    EndlessKind kind;
    ThreadId thread; // starvation: of this one
    Fairness fairness;
} Wrong;

static bool keeps_node(const Wrong *w, const GraphNode *n) {
    switch (w->kind) {
    case ENDLESS_LIVELOCK: return !n->is_progress;
    case ENDLESS_STARVATION:
        return n->nthreads > w->thread && !thread_set_has(&n->joining, w->thread);
    case ENDLESS_FORMULA:
    case ENDLESS_TERMINATION: break;
    }
    return true;
}

static bool keeps_edge(const Wrong *w, const GraphEdge *e) {
    bool ends = e->traits & STEP_ENDS_THREAD;
    switch (w->kind) {
    case ENDLESS_LIVELOCK: return !ends;
    case ENDLESS_STARVATION:
        return !(ends && e->how.thread <= w->thread) &&
               !(e->how.thread == w->thread && e->traits & STEP_CHANGES);
    case ENDLESS_FORMULA:
    case ENDLESS_TERMINATION: break;
    }
    return true;
}

// ---- taking apart -------------------------------------------------------------------------------

// The nodes of a graph from `base` on, taken apart again and again. Nodes are numbered from 0 here.
typedef struct Taking {
    const StepGraph *graph;
    u32 base, n;
    Wrong wrong;
    u32 *first; // n + 1: the edges of node i are list[first[i]] up to list[first[i + 1]]
    u32 *list;
    u32 *label; // by node: the set that it is in; 0: none
    u32 nlabels;
    u32 *index, *low; // of Tarjan's algorithm; 0: not seen
    u32 *next;        // the edge that is looked at next
    u32 *path, *stack;
    u32 npath, nstack, count;
    bool *is_stacked;
} Taking;

static u32 *numbers(u32 n) { return mem_zalloc(((size_t)n + 1) * sizeof(u32)); }
static void give_back(u32 *list, u32 n) { mem_free(list, ((size_t)n + 1) * sizeof(u32)); }

static const GraphEdge *edges_of(const Taking *t, u32 *n) {
    u32 from = t->graph->nodes[t->base].edges;
    *n = t->graph->nedges - from;
    return t->graph->edges + from;
}

static void sort_edges(Taking *t) {
    u32 n;
    const GraphEdge *edges = edges_of(t, &n);
    for (u32 i = 0; i < n; i++)
        t->first[edges[i].from - t->base + 1]++;
    for (u32 i = 0; i < t->n; i++)
        t->first[i + 1] += t->first[i];
    for (u32 i = 0; i < n; i++) {
        u32 from = edges[i].from - t->base;
        t->list[t->first[from] + t->next[from]++] = i;
    }
}

static void taking_init(Taking *t, const StepGraph *g, u32 base) {
    u32 nedges;
    *t = (Taking){.graph = g, .base = base, .n = g->nnodes - base};
    edges_of(t, &nedges);
    t->first = numbers(t->n);
    t->list = numbers(nedges);
    t->label = numbers(t->n);
    t->index = numbers(t->n);
    t->low = numbers(t->n);
    t->next = numbers(t->n);
    t->path = numbers(t->n);
    t->stack = numbers(t->n);
    t->is_stacked = mem_zalloc((t->n + 1) * sizeof *t->is_stacked);
    sort_edges(t);
}

static void taking_done(Taking *t) {
    u32 nedges;
    edges_of(t, &nedges);
    give_back(t->first, t->n);
    give_back(t->list, nedges);
    give_back(t->label, t->n);
    give_back(t->index, t->n);
    give_back(t->low, t->n);
    give_back(t->next, t->n);
    give_back(t->path, t->n);
    give_back(t->stack, t->n);
    mem_free(t->is_stacked, (t->n + 1) * sizeof *t->is_stacked);
}

static const GraphNode *node(const Taking *t, u32 i) { return &t->graph->nodes[t->base + i]; }

// An edge of the list that stays in the set of its node; NULL: it does not.
static const GraphEdge *inner_edge(const Taking *t, u32 from, u32 k) {
    u32 n;
    const GraphEdge *e = &edges_of(t, &n)[t->list[k]];
    bool is_inner = e->to >= t->base && e->to - t->base < t->n &&
                    t->label[e->to - t->base] == t->label[from] && keeps_edge(&t->wrong, e);
    return is_inner ? e : NULL;
}

// What a run meets that goes through all of these nodes, which have a label of their own, and
// whether there is a step among them at all.
static bool meet(const Taking *t, const u32 *nodes, u32 n, Met *out, bool *is_seen) {
    bool has_step = false;
    *out = (Met){0};
    *is_seen = false;
    for (u32 i = 0; i < n; i++) {
        Met m = met_in(node(t, nodes[i]));
        met_join(out, &m);
        *is_seen = *is_seen || !node(t, nodes[i])->is_hidden;
        for (u32 k = t->first[nodes[i]]; k < t->first[nodes[i] + 1]; k++) {
            const GraphEdge *e = inner_edge(t, nodes[i], k);
            if (!e)
                continue;
            has_step = true;
            m = met_by(e);
            met_join(out, &m);
        }
    }
    return has_step;
}

// Those of the nodes stay that a fair run could go through, as a set of their own.
static void keep_fair(Taking *t, const u32 *nodes, u32 n, const ThreadSet *unfair_ones) {
    bool is_strong = t->wrong.fairness == FAIRNESS_STRONG;
    u32 label = ++t->nlabels;
    for (u32 i = 0; i < n; i++) {
        const GraphNode *at = node(t, nodes[i]);
        bool stays = at->is_hidden || (is_strong && !share(&at->ready, unfair_ones));
        t->label[nodes[i]] = stays ? label : 0;
    }
}

// Judges a component of the set that is being taken apart: it is right, or what is left of it is a
// set that still has to be.
static bool judge(Taking *t, const u32 *nodes, u32 n) {
    Met met;
    bool is_seen, needs_acceptance = t->wrong.kind == ENDLESS_FORMULA;
    u32 label = ++t->nlabels;
    for (u32 i = 0; i < n; i++)
        t->label[nodes[i]] = label;
    bool has_step = meet(t, nodes, n, &met, &is_seen);
    ThreadSet unfair_ones = unfair(&met, is_seen ? t->wrong.fairness : FAIRNESS_NONE);
    bool is_possible = has_step && (!needs_acceptance || met.is_accepting);
    if (is_possible && is_empty(&unfair_ones))
        return true;
    if (is_possible)
        keep_fair(t, nodes, n, &unfair_ones);
    else
        for (u32 i = 0; i < n; i++)
            t->label[nodes[i]] = 0;
    return false;
}

static void push(Taking *t, u32 i) {
    t->index[i] = t->low[i] = ++t->count;
    t->next[i] = t->first[i];
    t->path[t->npath++] = i;
    t->stack[t->nstack++] = i;
    t->is_stacked[i] = true;
}

// The node at the end of the path is left; the component that ends with it is judged.
static bool pop(Taking *t, GraphPart *out) {
    u32 i = t->path[--t->npath];
    if (t->npath && t->low[i] < t->low[t->path[t->npath - 1]])
        t->low[t->path[t->npath - 1]] = t->low[i];
    if (t->low[i] != t->index[i])
        return false;
    u32 first = t->nstack;
    do
        t->is_stacked[t->stack[--first]] = false;
    while (t->stack[first] != i);
    u32 n = t->nstack - first;
    t->nstack = first;
    if (!judge(t, t->stack + first, n))
        return false;
    for (u32 k = 0; k < n; k++)
        VEC_PUSH(out->nodes, out->n, out->nodes_cap) = t->base + t->stack[first + k];
    return true;
}

static bool advance(Taking *t, GraphPart *out) {
    u32 i = t->path[t->npath - 1];
    if (t->next[i] == t->first[i + 1])
        return pop(t, out);
    const GraphEdge *e = inner_edge(t, i, t->next[i]++);
    u32 to = e ? e->to - t->base : 0;
    if (e && !t->index[to])
        push(t, to);
    else if (e && t->is_stacked[to] && t->index[to] < t->low[i])
        t->low[i] = t->index[to];
    return false;
}

// Takes all sets apart once.
static bool take_apart(Taking *t, GraphPart *out) {
    memset(t->index, 0, t->n * sizeof *t->index);
    t->count = t->npath = t->nstack = 0;
    for (u32 i = 0; i < t->n; i++) {
        if (!t->label[i] || t->index[i])
            continue;
        push(t, i);
        while (t->npath)
            if (advance(t, out))
                return true;
    }
    return false;
}

static bool has_sets(const Taking *t) {
    bool has = false;
    for (u32 i = 0; i < t->n && !has; i++)
        has = t->label[i] != 0;
    return has;
}

// Whether an endless run can be wrong in this way. Each round leaves fewer nodes.
static bool look_for(Taking *t, const Wrong *w, GraphPart *out) {
    t->wrong = *w;
    t->nlabels = 1;
    memset(t->is_stacked, 0, t->n * sizeof *t->is_stacked);
    for (u32 i = 0; i < t->n; i++)
        t->label[i] = keeps_node(w, node(t, i));
    bool is_found = false;
    while (!is_found && has_sets(t))
        is_found = take_apart(t, out);
    out->kind = w->kind;
    out->thread = w->thread;
    out->fairness = w->fairness;
    return is_found;
}

static u32 most_threads(const Taking *t) {
    u32 most = 0;
    for (u32 i = 0; i < t->n; i++)
        most = node(t, i)->nthreads > most ? node(t, i)->nthreads : most;
    return most;
}

bool stepgraph_judge(const StepGraph *g, u32 root, const Conditions *w, GraphPart *out) {
    Taking t;
    ENSURE(root < g->nnodes && out->n == 0);
    if (g->nodes[root].edges == g->nedges)
        return false; // one state, and no way back to it
    taking_init(&t, g, root);
    bool is_found = w->has_formula && look_for(&t, &(Wrong){ENDLESS_FORMULA, 0, w->fairness}, out);
    Fairness f = w->fairness == FAIRNESS_STRONG ? FAIRNESS_STRONG : FAIRNESS_WEAK;
    is_found = is_found ||
               (w->termination && look_for(&t, &(Wrong){ENDLESS_TERMINATION, 0, f}, out)) ||
               (w->livelock && look_for(&t, &(Wrong){ENDLESS_LIVELOCK, 0, f}, out));
    u32 n = w->starvation && !is_found ? most_threads(&t) : 0;
    for (ThreadId i = 0; i < n && !is_found; i++)
        is_found = look_for(&t, &(Wrong){ENDLESS_STARVATION, i, f}, out);
    taking_done(&t);
    return is_found;
}

// ---- a run --------------------------------------------------------------------------------------

// A way through a graph, from its root into a part and round in it.
typedef struct Way {
    Taking taking; // for its edges by node; the label of a node is whether it may be entered
    u32 at;
    Met met;
    bool is_accepted;
    u32 *by, *queue; // of a breadth-first search: the edge that led to a node, plus 1
    Schedule *out;
    GraphPart *part;
} Way;

// What is still missing for the run to be fair and accepted.
static bool is_missing(const Way *w, ThreadSet *threads) {
    Met met = w->met;
    *threads = unfair(&met, w->part->fairness);
    return !is_empty(threads) || (w->part->kind == ENDLESS_FORMULA && !met.is_accepting);
}

// Whether a step brings something that is missing, itself or by where it leads to.
static bool brings(const Way *w, const GraphEdge *e, const ThreadSet *missing) {
    Met m = met_by(e), there = met_in(&w->taking.graph->nodes[e->to]);
    if (w->part->fairness == FAIRNESS_WEAK)
        met_join(&m, &there);
    if (w->part->fairness != FAIRNESS_STRONG)
        join(&m.ran, &m.idle);
    return share(&m.ran, missing) ||
           (w->part->kind == ENDLESS_FORMULA && !w->met.is_accepting && there.is_accepting);
}

// Takes the steps that lead to the end of this edge, from where the way is.
static void follow(Way *w, u32 edge) {
    u32 n, start = w->at, count = 0;
    const GraphEdge *edges = edges_of(&w->taking, &n);
    for (u32 e = edge;; e = w->by[edges[e].from - w->taking.base] - 1) {
        w->queue[count++] = e;
        if (edges[e].from - w->taking.base == start)
            break;
    }
    while (count--) {
        const GraphEdge *e = &edges[w->queue[count]];
        Met m = met_by(e), there = met_in(&w->taking.graph->nodes[e->to]);
        met_join(&w->met, &m);
        met_join(&w->met, &there);
        VEC_PUSH(w->out->steps, w->out->len, w->out->cap) = e->how;
        VEC_PUSH(w->part->way, w->part->nway, w->part->way_cap) = e->to;
        w->at = e->to - w->taking.base;
    }
}

typedef enum GoalKind { GOAL_PART, GOAL_MISSING, GOAL_NODE } GoalKind;
typedef struct Goal {
    GoalKind kind;
    u32 node;
    const bool *is_in_part; // by node
    ThreadSet missing;
} Goal;

static bool is_goal(const Way *w, const Goal *g, const GraphEdge *e) {
    u32 to = e->to - w->taking.base;
    return g->kind == GOAL_PART   ? g->is_in_part[to]
           : g->kind == GOAL_NODE ? to == g->node
                                  : brings(w, e, &g->missing);
}

// Goes on by the fewest steps to what is wanted; there is one step at least.
static void go_to(Way *w, const Goal *g) {
    Taking *t = &w->taking;
    u32 head = 0, tail = 0;
    memset(w->by, 0, t->n * sizeof *w->by);
    w->queue[tail++] = w->at;
    for (; head < tail; head++) {
        u32 i = w->queue[head];
        for (u32 k = t->first[i]; k < t->first[i + 1]; k++) {
            const GraphEdge *e = inner_edge(t, i, k);
            if (!e)
                continue;
            if (is_goal(w, g, e)) {
                follow(w, t->list[k]);
                return;
            }
            u32 to = e->to - t->base;
            if (to == w->at || w->by[to])
                continue;
            w->by[to] = t->list[k] + 1;
            w->queue[tail++] = to;
        }
    }
    ENSURE(!"what is wanted can be reached in a component");
}

static void go_round(Way *w, const bool *is_in_part) {
    Goal back = {.kind = GOAL_NODE, .node = w->at};
    Goal more = {.kind = GOAL_MISSING, .is_in_part = is_in_part};
    w->met = met_in(node(&w->taking, w->at));
    u32 begin = w->out->len;
    bool is_seen = false;
    for (u32 i = 0; i < w->part->n; i++)
        is_seen = is_seen || !w->taking.graph->nodes[w->part->nodes[i]].is_hidden;
    if (!is_seen)
        w->part->fairness = FAIRNESS_NONE; // nobody else can do anything there
    // On the way back others may turn out to be able to go on.
    do {
        while (is_missing(w, &more.missing))
            go_to(w, &more);
        if (w->at != back.node || w->out->len == begin)
            go_to(w, &back);
    } while (is_missing(w, &more.missing));
}

void stepgraph_lasso(const StepGraph *g, u32 root, GraphPart *part, Schedule *out) {
    Way w = {.at = 0, .part = part, .out = out};
    taking_init(&w.taking, g, root);
    u32 n = w.taking.n, nedges;
    edges_of(&w.taking, &nedges);
    bool *is_in_part = mem_zalloc((n + 1) * sizeof *is_in_part);
    w.by = numbers(n);
    w.queue = numbers(n + nedges);
    for (u32 i = 0; i < n; i++)
        w.taking.label[i] = 1;
    for (u32 i = 0; i < part->n; i++)
        is_in_part[part->nodes[i] - root] = true;
    if (!is_in_part[w.at]) // all steps will do on the way there
        go_to(&w, &(Goal){.kind = GOAL_PART, .is_in_part = is_in_part});
    for (u32 i = 0; i < n; i++)
        w.taking.label[i] = is_in_part[i];
    w.taking.wrong = (Wrong){part->kind, part->thread, part->fairness};
    out->is_endless = true;
    out->cycle = out->len;
    part->nway = 0;
    VEC_PUSH(part->way, part->nway, part->way_cap) = root + w.at;
    go_round(&w, is_in_part);
    part->nway--; // it ends where it began
    mem_free(is_in_part, (n + 1) * sizeof *is_in_part);
    give_back(w.by, n);
    give_back(w.queue, n + nedges);
    taking_done(&w.taking);
}
