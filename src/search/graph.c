// SPDX-License-Identifier: Apache-2.0
// The states of a small program as a graph, for who wants to draw it. One worker looks at them
// anew, breadth-first and as the reductions leave them; the colour of a state is its number, so
// states that the store takes for one are one node. A run goes on after a violation elsewhere.
#include "search/search_int.h"

#include <string.h>

enum { MOST_RESTARTS = 100 };

typedef struct Grower {
    const Program *program;
    const SearchOptions *options;
    Exploration *exploration;
    Model model;
    Store store;
    StateGraph *out;
    const StateWord **vectors; // by state; NULL: an end of runs
    u32 nvectors, vectors_cap;
    u32 most;
} Grower;

// ---- nodes --------------------------------------------------------------------------------------

static u32 add_node(Grower *g, GraphState s, const StateWord *state) {
    StateGraph *out = g->out;
    size_t bytes = state ? vector_words(state) * sizeof *state : 0;
    VEC_PUSH(out->states, out->nstates, out->states_cap) = s;
    VEC_PUSH(g->vectors, g->nvectors, g->vectors_cap) =
        state ? arena_copy(out->arena, state, bytes) : NULL;
    return out->nstates - 1;
}

// The number of the state; false if it would be one too many.
static bool node_of(Grower *g, const StateWord *state, u32 *out) {
    _Atomic u32 *colour;
    g->store.add(g->store.self, state, &colour);
    u32 number = atomic_load(colour);
    if (!number && g->out->nstates >= g->most) {
        g->out->has_more = true;
        return false;
    }
    if (!number)
        atomic_store(colour, number = add_node(g, (GraphState){0}, state) + 1);
    *out = number - 1;
    return true;
}

// Ends of runs that look the same are one.
static u32 node_of_end(Grower *g, GraphEnd end, const char *text) {
    const StateGraph *out = g->out;
    for (u32 i = 0; i < out->nstates; i++)
        if (!g->vectors[i] && out->states[i].end == end && strcmp(out->states[i].text, text) == 0)
            return i;
    GraphState s = {.end = end, .text = arena_text(out->arena, text)};
    return add_node(g, s, NULL);
}

static const char *violation_text(Grower *g) {
    const Fault *f = g->model.fault(g->model.self);
    return arena_printf(g->out->arena, "%s: %s", ir_kind_name[f->kind], text_str(&f->text));
}

// ---- steps --------------------------------------------------------------------------------------

static bool add_end(Grower *g, StepEnd end, u32 *to) {
    switch (end) {
    case STEP_EXIT: *to = node_of_end(g, GRAPH_EXIT, "the program ends"); return true;
    case STEP_CUT: *to = node_of_end(g, GRAPH_CUT, "the run cannot go on"); return true;
    case STEP_UNASKED:
        *to = node_of_end(g, GRAPH_CUT, "a fault that was not asked for");
        return true;
    case STEP_VIOLATION: *to = node_of_end(g, GRAPH_VIOLATION, violation_text(g)); return true;
    default: return false; // assumed away
    }
}

static bool take_step(Grower *g, u32 from, Choice how, Children *children) {
    u32 to;
    children_cut(children, 0);
    children->nends = 0;
    StepEnd end = g->model.step(g->model.self, how, children);
    if (end == STEP_STOPPED)
        return false;
    bool is_there =
        end == STEP_ON ? node_of(g, child_state(children, 0), &to) : add_end(g, end, &to);
    if (is_there)
        VEC_PUSH(g->out->steps, g->out->nsteps, g->out->steps_cap) =
            (GraphStep){.from = from, .to = to, .thread = how.thread};
    g->model.go(g->model.self, g->vectors[from], true);
    return true;
}

static void locate(Grower *g, u32 number) {
    const StateWord *state = g->vectors[number];
    u32 n = vector_threads(state);
    GraphPlace *places = arena_alloc(g->out->arena, (n + 1) * sizeof *places);
    for (ThreadId t = 0; t < n; t++) {
        Fault f = {0};
        exploration_locate(g->exploration, 0, t, &f);
        SrcLoc loc = program_loc(g->program, f.func, f.pc);
        places[t] =
            (GraphPlace){.loc = loc, .func = loc.scope < g->program->nfuncs ? loc.scope : f.func};
    }
    g->out->states[number].places = places;
    g->out->states[number].nplaces = n;
}

// False if everybody shall stop.
static bool expand(Grower *g, u32 number, Children *children) {
    const StateWord *state = g->vectors[number];
    g->model.go(g->model.self, state, false);
    locate(g, number);
    StepEnd end = g->model.judge(g->model.self);
    if (end == STEP_VIOLATION) {
        g->out->states[number].end = GRAPH_VIOLATION;
        g->out->states[number].text = violation_text(g);
    }
    if (end != STEP_ON)
        return end == STEP_VIOLATION;
    for (ThreadId t = 0; t < vector_threads(state); t++) {
        u32 n = g->model.ways(g->model.self, t);
        for (u32 a = 0; a < n; a++)
            if (!take_step(g, number, (Choice){t, a, 0}, children))
                return false;
    }
    return true;
}

// ---- the whole ----------------------------------------------------------------------------------

static bool is_over(const Grower *g) {
    const SearchOptions *o = g->options;
    const volatile int *flag = o->explore.interrupted;
    return (flag && *flag) || (o->deadline > 0 && clock_seconds() > o->deadline);
}

static void grow(Grower *g) {
    Children children = {0};
    u32 first;
    StepEnd end = g->model.initial(g->model.self, &children);
    if (end == STEP_ON)
        node_of(g, child_state(&children, 0), &first);
    else
        add_end(g, end, &first);
    for (u32 i = 0; i < g->out->nstates; i++) {
        if (!g->vectors[i])
            continue;
        if (is_over(g) || !expand(g, i, &children)) {
            g->out->is_cut = true;
            break;
        }
    }
    children_done(&children);
}

static void forget(Grower *g) {
    StateGraph *out = g->out;
    out->nstates = out->nsteps = g->nvectors = 0;
    out->has_more = out->is_cut = false;
    exploration_forget(g->exploration);
}

// Begins again as long as what the reductions have assumed proves wrong, as a search does.
static void grow_until_sound(Grower *g) {
    bool is_broken = true;
    for (u32 i = 0; i < MOST_RESTARTS && is_broken; i++) {
        if (i)
            forget(g);
        exploration_begin(g->exploration, &(StoreOptions){.kind = STORE_EXACT}, 1);
        g->model = exploration_model(g->exploration, 0);
        g->store = exploration_seen(g->exploration, 0);
        grow(g);
        is_broken = exploration_ends_broken(g->exploration);
        exploration_end(g->exploration);
    }
    g->out->is_cut |= is_broken;
}

const char *search_graph_refusal(const SearchOptions *o, const Program *p) {
    if (explore_has_untracked(&o->explore.matching, p))
        return "untracked data is in no state";
    ExploreUse use = {.is_marked = true};
    return o->explore.context_bound >= 0 ? "a context bound makes states of its own"
                                         : explore_refusal(&o->explore, use, STORE_EXACT);
}

void search_graph(const Program *p, const SearchOptions *given, u32 most, StateGraph *out) {
    SearchOptions o = *given;
    SearchResult r;
    ENSURE(!search_graph_refusal(given, p) && most > 0);
    search_only_faults(&o);
    o.explore.checks_abstraction = false;
    search_result_init(&o.explore, &r);
    *out = (StateGraph){.arena = arena_new()};
    Findings findings = {&r.verdict, r.unasked, &r.gone_on, &r.first_unasked};
    Grower g = {.program = p, .options = &o, .out = out, .most = most};
    g.exploration = exploration_new(p, &o.explore, (ExploreUse){.is_marked = true}, &findings,
                                    &(ExploreHooks){0});
    grow_until_sound(&g);
    exploration_free(g.exploration);
    VEC_FREE(g.vectors, g.vectors_cap);
    search_result_done(&r);
}

void search_graph_done(StateGraph *g) {
    VEC_FREE(g->states, g->states_cap);
    VEC_FREE(g->steps, g->steps_cap);
    arena_free(g->arena);
}
