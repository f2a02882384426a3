// SPDX-License-Identifier: Apache-2.0
// Searches for endless runs that are fair, or that need no formula: by strongly connected
// components instead of cycles, so that a condition for each thread needs no copies of the states.
//
// One depth-first search finds the components (J.-M. Couvreur: On-the-fly Verification of Linear
// Temporal Logic, 1999; H. Gabow's stack of roots). What was met in a component so far is kept with
// its root; as soon as that is enough, the search ends. "Enough" for weak fairness: an accepting
// state, and for each thread a step of it or a state where it cannot go on. Whatever needs more is
// judged when a component is complete, on a graph of its states (fairness.c).
//
// Threads have no names but their places, and move down when one before them ends. SOUND: a thread
// that lives for ever keeps its place from some time on, and from then on no thread before it
// ends; so a step that ends a thread is as good as one of all threads from that place on.
#include "search/search_int.h"

#include <string.h>

#define DEAD UINT32_MAX

typedef struct Level {
    u32 first, next, end; // its children in Components.children
    u32 node;
} Level;

// The lowest node of a component, as far as it is known.
typedef struct Root {
    u32 node;
    Met met, entry; // in it so far; by the step that led to it
} Root;

typedef struct Components {
    const Seam *seam;
    const Conditions *wanted;
    Product product;
    LassoFound *found;
    StepGraph graph; // the states that are in no complete component yet, and steps between them
    _Atomic u32 **colours; // of the nodes: 1 + its number, DEAD when its component is complete
    u32 ncolours, colours_cap;
    Level *levels;
    u32 nlevels, levels_cap;
    Root *roots;
    u32 nroots, roots_cap;
    Children children;
    Unpacked state;
    bool is_found;
} Components;

// ---- what was found -----------------------------------------------------------------------------

// The steps to a level.
static LassoFound *collect_path(const Components *c, u32 level) {
    c->found->schedule.len = 0;
    for (u32 i = 1; i <= level; i++)
        lasso_step(c->found, c->graph.nodes[c->levels[i].node].how);
    return c->found;
}

// To the state that was expanded.
static LassoFound *collect_all(const Components *c) {
    return collect_path(c, c->nlevels ? c->nlevels - 1 : 0);
}

static bool report_violation(Components *c) {
    lasso_fault(collect_all(c), c->seam, &c->children);
    c->is_found = true;
    return false;
}

static bool report_end(Components *c, Choice last, EndlessKind kind) {
    lasso_end(collect_all(c), last, kind);
    c->is_found = true;
    return false;
}

// The nodes of a part of a component are what the run goes through for ever: the way there, then
// round. The path leads to the root of the component, from where all its nodes can be reached.
static bool report_part(Components *c, u32 root, GraphPart *part) {
    u32 on_path = 0;
    while (c->levels[on_path].node < root)
        on_path++;
    LassoFound *f = collect_path(c, on_path);
    stepgraph_lasso(&c->graph, root, part, &f->schedule);
    for (u32 i = 0; i < part->nway; i++)
        VEC_PUSH(f->targets, f->ntargets, f->targets_cap) = c->colours[part->way[i]];
    f->kind = part->kind;
    f->thread = part->thread;
    c->is_found = true;
    return false;
}

// ---- one state ----------------------------------------------------------------------------------

// What the state alone is: who cannot go on in it.
static GraphNode node_of(const Components *c, const Here *here, Choice how) {
    const Model *m = &c->seam->model;
    GraphNode n = {.how = how,
                   .nthreads = here->nthreads,
                   .is_accepting = here->is_accepting,
                   .is_hidden = here->is_hidden,
                   .is_progress = m->has_progress(m->self)};
    for (ThreadId t = 0; t < here->nthreads && t < MOST_FAIR; t++) {
        u32 standing = m->standing(m->self, t);
        if (standing & THREAD_READY)
            thread_set_add(&n.ready, t);
        if (standing & THREAD_JOINS)
            thread_set_add(&n.joining, t);
    }
    return n;
}

static void push_node(Components *c, GraphNode n, _Atomic u32 *colour) {
    u32 number = stepgraph_add(&c->graph, n);
    ENSURE(number == c->ncolours && number < DEAD - 1);
    VEC_PUSH(c->colours, c->ncolours, c->colours_cap) = colour;
    atomic_store(colour, number + 1);
}

// Somebody waits for something else than the end of others.
static bool has_starving(const GraphNode *n) {
    bool has = false;
    for (ThreadId t = 0; t < n->nthreads && !has; t++)
        has = !thread_set_has(&n->joining, t);
    return has;
}

// A run that stays where nobody must go on is fair.
static bool ends_wrong(const Components *c, const Here *here, const GraphNode *n,
                       EndlessKind *kind) {
    const Conditions *w = c->wanted;
    *kind = w->termination ? ENDLESS_TERMINATION : ENDLESS_STARVATION;
    if (here->may_stay && (w->termination || (w->starvation && has_starving(n))))
        return true;
    *kind = ENDLESS_FORMULA;
    return w->has_formula && here->ends;
}

static bool enter(Components *c, const StateWord *state, Choice how, _Atomic u32 *colour) {
    Here here;
    u32 first = c->children.n;
    StepEnd end = product_expand(&c->product, state, c->nlevels + 1, &c->children, &here);
    if (end != STEP_ON && end != STEP_VIOLATION)
        return false; // the model may not even have gone there
    GraphNode n = node_of(c, &here, how);
    push_node(c, n, colour);
    u32 number = c->graph.nnodes - 1;
    VEC_PUSH(c->levels, c->nlevels, c->levels_cap) = (Level){first, first, c->children.n, number};
    VEC_PUSH(c->roots, c->nroots, c->roots_cap) = (Root){.node = number, .met = met_in(&n)};
    children_pack(&c->children, first);
    if (end == STEP_VIOLATION)
        return report_violation(c);
    if (here.nthreads > MOST_FAIR) {
        c->seam->driver.refuse(
            c->seam->driver.self,
            "more than 128 threads at a time: with fairness, and for termination, "
            "livelock and starvation, there can be no more");
        return false;
    }
    EndlessKind kind;
    return !ends_wrong(c, &here, &n, &kind) ||
           report_end(c, kind == ENDLESS_FORMULA ? here.last : (Choice){.thread = THREAD_NONE},
                      kind);
}

// A step back into a component that is not complete: all from there on are one.
static bool close_circle(Components *c, u32 to, const GraphEdge *step) {
    Met met = met_by(step);
    while (c->roots[c->nroots - 1].node > to) {
        const Root *r = &c->roots[--c->nroots];
        met_join(&met, &r->met);
        met_join(&met, &r->entry);
    }
    Root *r = &c->roots[c->nroots - 1];
    met_join(&r->met, &met);
    if (!conditions_are_simple(c->wanted) || !met_is_enough(&r->met, c->wanted))
        return true;
    GraphPart part = {0};
    bool is_there = stepgraph_judge(&c->graph, r->node, c->wanted, &part);
    ENSURE(is_there);
    report_part(c, r->node, &part);
    stepgraph_part_done(&part);
    return false;
}

// ---- the search ---------------------------------------------------------------------------------

// The component of the last level is complete.
static bool complete(Components *c, u32 root) {
    GraphPart part = {0};
    bool is_wrong = stepgraph_judge(&c->graph, root, c->wanted, &part);
    if (is_wrong)
        report_part(c, root, &part);
    stepgraph_part_done(&part);
    for (u32 i = root; i < c->ncolours; i++)
        atomic_store(c->colours[i], DEAD);
    c->ncolours = root;
    stepgraph_cut(&c->graph, root);
    return !is_wrong;
}

static bool leave(Components *c) {
    Level l = c->levels[c->nlevels - 1];
    bool is_root = c->roots[c->nroots - 1].node == l.node;
    if (is_root && !complete(c, l.node))
        return false;
    c->nroots -= is_root;
    c->nlevels--;
    children_cut(&c->children, l.first);
    return true;
}

static bool advance(Components *c) {
    Level *l = &c->levels[c->nlevels - 1];
    if (l->next == l->end)
        return leave(c);
    u32 child = l->next++, from = l->node;
    const Child *item = &c->children.items[child];
    GraphEdge step = {.from = from, .how = item->how, .traits = item->traits};
    const StateWord *state = child_unpack(&c->children, child, &c->state);
    _Atomic u32 *colour;
    c->seam->store.add(c->seam->store.self, state, &colour);
    u32 number = atomic_load(colour);
    if (number == DEAD)
        return true;
    step.to = number ? number - 1 : c->graph.nnodes;
    stepgraph_connect(&c->graph, step);
    if (number)
        return close_circle(c, step.to, &step);
    if (!enter(c, state, step.how, colour))
        return false;
    c->roots[c->nroots - 1].entry = met_by(&step);
    return true;
}

bool search_components(const Seam *seam, const Conditions *wanted, const Buchi *automaton,
                       Letters *letters, LassoFound *found) {
    Components c = {.seam = seam, .wanted = wanted, .found = found};
    Children initial = {0};
    product_init(&c.product, seam, automaton, letters);
    StepEnd end = product_start(&c.product, &initial);
    if (end == STEP_VIOLATION) {
        children_end(&c.children, initial.ends[0]);
        report_violation(&c);
    }
    if (end == STEP_ON) {
        _Atomic u32 *colour;
        const StateWord *state = child_state(&initial, 0);
        seam->store.add(seam->store.self, state, &colour);
        bool goes_on = enter(&c, state, (Choice){.thread = THREAD_NONE}, colour);
        while (goes_on && c.nlevels)
            goes_on = advance(&c);
    }
    children_done(&initial);
    product_done(&c.product);
    stepgraph_done(&c.graph);
    VEC_FREE(c.colours, c.colours_cap);
    VEC_FREE(c.levels, c.levels_cap);
    VEC_FREE(c.roots, c.roots_cap);
    VEC_FREE(c.state.words, c.state.cap);
    children_done(&c.children);
    return c.is_found;
}
