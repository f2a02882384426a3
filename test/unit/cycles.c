// SPDX-License-Identifier: Apache-2.0
// Unit tests of the searches for endless runs, on bare graphs. What they find is followed step by
// step and judged as a run, thread by thread. Whether there is something to find is computed from
// the whole product, with sets instead of searches; for tiny ones by going round in each part.
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include <sched.h>
#include <string.h>

#include "search/search_int.h"

enum { LETTERS = 4, MOST_THREADS = 4, MOST_WORKERS = 4, MOST_TINY = 9, GROUP = 30 };

// ---- graphs -------------------------------------------------------------------------------------

typedef struct Step {
    Choice how;
    StepEnd end;
    u32 to, traits; // STEP_ON
    u32 values;     // STEP_EXIT
} Step;
typedef struct Node {
    u32 letter, nthreads;
    u32 ready, joining; // a bit for each thread
    bool is_hidden, is_bad, is_unusable, is_progress;
    u32 first, nsteps;
} Node;
typedef struct Graph {
    Node *nodes;
    u32 n, nodes_cap;
    Step *steps;
    u32 nsteps, steps_cap;
    u32 events; // letters that are seen in hidden nodes too, a bit each
    u32 seed;
} Graph;

static u32 draw(u32 *seed, u32 n) {
    *seed += 0x9e3779b9u;
    return (u32)(hash_mix(*seed) >> 32) % n;
}

static bool happens(Graph *g, u32 one_in) { return one_in && draw(&g->seed, one_in) == 0; }

// How a graph is made; a chance is one in so many, 0 is never.
typedef struct Shape {
    u32 n, threads, steps; // of each node at most
    u32 near;              // steps lead not further than that; 0: anywhere
    u32 back;              // and all others on, if it is not 0
    u32 letters;           // that are not all true; 0: as it comes
    u32 eager;             // where not: a thread that can go on, and would only end the run
    u32 hidden, waits, ends, bad, unusable;
} Shape;

static void graph_done(Graph *g) {
    VEC_FREE(g->nodes, g->nodes_cap);
    VEC_FREE(g->steps, g->steps_cap);
}

// A number that no node has: there is none.
static u32 draw_target(Graph *g, const Shape *s, u32 from) {
    if (!s->near)
        return draw(&g->seed, s->n);
    u32 low = from > s->near ? from - s->near : 0;
    if (s->back)
        return happens(g, s->back) ? low + draw(&g->seed, from - low + 1)
                                   : from + 1 + draw(&g->seed, s->near);
    u32 high = from + 2 * s->near < s->n ? from + 2 * s->near : s->n - 1;
    return low + draw(&g->seed, high - low + 1);
}

// A thread that is there goes on: threads are started by it, or it is their end.
static void add_step(Graph *g, const Shape *s, Node *from, ThreadId t, u32 alternative) {
    static const StepEnd ends[] = {STEP_EXIT, STEP_EXIT, STEP_UNASKED, STEP_ASSUMED, STEP_CUT};
    Step step = {.how = {t, alternative, 1}, .end = STEP_ON};
    u32 at = (u32)(from - g->nodes), n = from->nthreads;
    for (u32 i = 0; i < 20; i++) {
        step.to = draw_target(g, s, at);
        if (step.to < g->n && g->nodes[step.to].nthreads + 1 >= n)
            break;
    }
    const Node *to = &g->nodes[step.to < g->n ? step.to : 0];
    if (step.to >= g->n || to->nthreads + 1 < n)
        step.end = STEP_ASSUMED;
    if (happens(g, s->ends))
        step.end = ends[draw(&g->seed, ARRAY_LEN(ends))];
    if (step.end == STEP_ON && happens(g, s->bad))
        step.end = STEP_VIOLATION;
    step.values = draw(&g->seed, LETTERS);
    step.traits = (to->nthreads < n || happens(g, 4) ? STEP_ENDS_THREAD : 0) |
                  (to->is_hidden ? STEP_STAYS_INSIDE : 0) | (happens(g, 3) ? STEP_CHANGES : 0);
    VEC_PUSH(g->steps, g->nsteps, g->steps_cap) = step;
    from->nsteps++;
}

static void add_steps(Graph *g, const Shape *s, Node *from) {
    bool may_wait = happens(g, s->waits);
    u32 taken[MOST_THREADS] = {0}, n = may_wait ? draw(&g->seed, 2) : 1 + draw(&g->seed, s->steps);
    ThreadId inside = draw(&g->seed, from->nthreads);
    from->first = g->nsteps;
    for (u32 i = 0; i < n; i++) {
        ThreadId t = from->is_hidden ? inside : draw(&g->seed, from->nthreads);
        add_step(g, s, from, t, taken[t]++);
        from->ready |= 1u << t;
    }
    // Some can go on by chance only.
    for (ThreadId t = 0; t < from->nthreads; t++)
        if (happens(g, 8) && (may_wait || from->ready & ~(1u << t)))
            from->ready &= ~(1u << t);
    ThreadId eager = s->eager % from->nthreads;
    if (s->eager && !from->is_hidden && !happens(g, s->eager)) {
        VEC_PUSH(g->steps, g->nsteps, g->steps_cap) =
            (Step){.how = {eager, taken[eager], 1}, .end = STEP_ASSUMED};
        from->nsteps++;
        from->ready |= 1u << eager;
    }
    from->joining = draw(&g->seed, 1u << from->nthreads) & ~from->ready;
}

static void make(Graph *g, const Shape *s, u32 seed) {
    *g = (Graph){.seed = seed};
    bool is_flat = happens(g, 2); // as many threads everywhere
    g->events = happens(g, 2) ? draw(&g->seed, LETTERS) : 0;
    for (u32 i = 0; i < s->n; i++) {
        Node node = {.letter = draw(&g->seed, LETTERS), .nthreads = s->threads};
        if (s->letters && !happens(g, s->letters))
            node.letter = LETTERS - 1;
        if (!is_flat)
            node.nthreads = 1 + draw(&g->seed, s->threads);
        node.is_hidden = happens(g, s->hidden);
        node.is_bad = i && happens(g, s->bad);
        node.is_unusable = happens(g, s->unusable);
        node.is_progress = happens(g, 6);
        VEC_PUSH(g->nodes, g->n, g->nodes_cap) = node;
    }
    for (u32 i = 0; i < s->n; i++)
        add_steps(g, s, &g->nodes[i]);
}

static const Step *find_step(const Graph *g, const Node *from, Choice how) {
    for (u32 i = 0; i < from->nsteps; i++) {
        const Step *step = &g->steps[from->first + i];
        if (step->how.thread == how.thread && step->how.alternative == how.alternative)
            return step;
    }
    return NULL;
}

static bool has_fault(const Graph *g, const Node *n) {
    bool has = n->is_bad;
    for (u32 i = 0; i < n->nsteps; i++)
        has = has || g->steps[n->first + i].end == STEP_VIOLATION;
    return has;
}

// ---- a graph as model and store -----------------------------------------------------------------
// Workers are no tests of their own: what is wrong in them is a broken ENSURE.

// What the workers share. As in the store of a program, all who are active must rest now and then
// at the same time.
struct Walker;
typedef struct World {
    const Graph *graph;
    void (*script)(struct Walker *w); // NULL, or what a worker does where it has come to
    atomic_bool is_first_there, is_second_there;
    _Atomic u32 *colours; // by node and mark
    u32 nmarks;
    u32 limit; // of questions whether to stop; 0: none
    u32 workers;
    _Atomic u32 started, asked, refused, added;
    pthread_mutex_t lock;
    pthread_cond_t moved;
    u32 nactive, nresting, rests;
    atomic_bool wants_rest;
} World;

typedef struct Walker {
    World *world;
    u32 at, seed;
    u32 number;
    bool is_active;
    StateWord vector[VECTOR_HEAD + 2 + 2 * MOST_FAIR];
} Walker;

static const StateWord *vector_of(Walker *w, u32 node, u32 mark) {
    u32 nthreads = w->world->graph->nodes[node].nthreads;
    memset(w->vector, 0, sizeof w->vector);
    w->vector[VECTOR_THREADS] = nthreads;
    w->vector[VECTOR_WORDS] = VECTOR_HEAD + 2 + nthreads;
    w->vector[VECTOR_HEAD] = node;
    w->vector[VECTOR_HEAD + 1] = mark;
    return w->vector;
}

// All begin at the same time, if they do so soon.
static StepEnd graph_initial(void *self, Children *out) {
    enum { SOON = 1000 };
    World *w = ((Walker *)self)->world;
    atomic_fetch_add(&w->started, 1);
    for (u32 i = 0; i < SOON && atomic_load(&w->started) < w->workers; i++)
        sched_yield();
    children_add(out, (Choice){.thread = THREAD_NONE}, vector_of(self, 0, 0));
    return STEP_ON;
}

static const Node *here(const Walker *w) { return &w->world->graph->nodes[w->at]; }

static void graph_go(void *self, const StateWord *state, bool is_resumed) {
    Walker *w = self;
    ENSURE(!is_resumed && w->is_active);
    w->at = state[VECTOR_HEAD];
    if (draw(&w->seed, 16) == 0)
        sched_yield(); // so that workers meet
    if (w->world->script)
        w->world->script(w);
}

static StepEnd graph_judge(void *self) { return here(self)->is_bad ? STEP_VIOLATION : STEP_ON; }

static StepEnd graph_successors(void *self, Children *out) {
    Walker *w = self;
    const Graph *g = w->world->graph;
    const Node *n = here(w);
    for (u32 i = 0; i < n->nsteps; i++) {
        const Step *step = &g->steps[n->first + i];
        if (step->end == STEP_ON) {
            children_add(out, step->how, vector_of(w, step->to, 0));
            out->items[out->n - 1].traits = step->traits;
            continue;
        }
        children_end(out, (Ending){step->how, step->end, step->values});
        if (step->end == STEP_VIOLATION)
            return STEP_VIOLATION;
    }
    return STEP_ON;
}

static u32 graph_standing(void *self, ThreadId t) {
    const Node *n = here(self);
    ENSURE(t < n->nthreads);
    if (t >= 32)
        return 0;
    return (n->ready >> t & 1 ? THREAD_READY : 0) | (n->joining >> t & 1 ? THREAD_JOINS : 0);
}

static ValuesSeen graph_values(void *self, u32 *out, Text *why) {
    const Node *n = here(self);
    *out = n->letter;
    if (n->is_unusable)
        text_add(why, "no value");
    return n->is_unusable ? VALUES_UNUSABLE : n->is_hidden ? VALUES_HIDDEN : VALUES_SEEN;
}

static const StateWord *graph_mark(void *self, const StateWord *state, u32 number) {
    return vector_of(self, state[VECTOR_HEAD], number);
}

static u32 graph_number(void *self, const StateWord *state) {
    (void)self;
    return state[VECTOR_HEAD + 1];
}

static const Fault *graph_fault(void *self) {
    static const Fault fault = {.kind = FAULT_ASSERTION};
    (void)self;
    return &fault;
}

static void graph_expect(void *self, const StateWord *state) { (void)self, (void)state; }

// With the lock.
static void finish_rest(World *w) {
    if (!atomic_load(&w->wants_rest) || w->nresting < w->nactive)
        return;
    w->nresting = 0;
    w->rests++;
    atomic_store(&w->wants_rest, false);
    pthread_cond_broadcast(&w->moved);
}

static void rest(World *w) {
    pthread_mutex_lock(&w->lock);
    u32 now = w->rests;
    w->nresting++;
    finish_rest(w);
    while (w->rests == now && atomic_load(&w->wants_rest))
        pthread_cond_wait(&w->moved, &w->lock);
    if (w->rests == now)
        w->nresting--;
    pthread_mutex_unlock(&w->lock);
}

static bool graph_add(void *self, const StateWord *state, _Atomic u32 **colour) {
    Walker *walker = self;
    World *w = walker->world;
    u32 mark = state[VECTOR_HEAD + 1];
    ENSURE(walker->is_active && colour && mark > 0 && mark < w->nmarks);
    if (atomic_fetch_add(&w->added, 1) % 61 == 60)
        atomic_store(&w->wants_rest, true);
    if (atomic_load(&w->wants_rest))
        rest(w);
    *colour = &w->colours[(size_t)state[VECTOR_HEAD] * w->nmarks + mark];
    return !atomic_load(*colour);
}

static void graph_pause(void *self) {
    Walker *walker = self;
    World *w = walker->world;
    ENSURE(walker->is_active);
    walker->is_active = false;
    pthread_mutex_lock(&w->lock);
    if (--w->nactive)
        finish_rest(w);
    pthread_mutex_unlock(&w->lock);
}

// Nobody goes on without adding.
static void graph_rest(void *self) { ENSURE(!self); }

static void graph_resume(void *self) {
    Walker *walker = self;
    World *w = walker->world;
    ENSURE(!walker->is_active);
    walker->is_active = true;
    pthread_mutex_lock(&w->lock);
    while (atomic_load(&w->wants_rest) && w->nactive)
        pthread_cond_wait(&w->moved, &w->lock);
    w->nactive++;
    pthread_mutex_unlock(&w->lock);
}

static bool stops(void *self, u64 depth) {
    World *w = self;
    ENSURE(depth > 0);
    return atomic_load(&w->refused) || (w->limit && atomic_fetch_add(&w->asked, 1) >= w->limit);
}

static void is_chosen(void *self, const Fault *f) {
    (void)self;
    ENSURE(f->kind == FAULT_ASSERTION);
}

static void is_refused(void *self, const char *why) {
    ENSURE(why[0]);
    atomic_fetch_add(&((World *)self)->refused, 1);
}

// ---- formulas -----------------------------------------------------------------------------------

static void random_formula(u32 *seed, u32 depth, Text *out) {
    static const char *const unary[] = {"!", "[]", "<>", "[]<>", "<>[]", "X "};
    static const char *const binary[] = {" && ", " || ", " -> ", " U ", " W ", " R "};
    if (!depth) {
        text_add(out, draw(seed, 2) ? "p" : "q");
    } else if (draw(seed, 2)) {
        text_add(out, "%s", unary[draw(seed, ARRAY_LEN(unary))]);
        random_formula(seed, depth - 1, out);
    } else {
        text_add(out, "(");
        random_formula(seed, draw(seed, depth), out);
        text_add(out, "%s", binary[draw(seed, ARRAY_LEN(binary))]);
        random_formula(seed, draw(seed, depth), out);
        text_add(out, ")");
    }
}

typedef struct Spec {
    Arena *arena;
    const Ltl *formula;
    Buchi *automaton; // of the runs of which the formula does not hold
} Spec;

static void spec_init(Spec *s, const char *text, bool is_negated) {
    Diag d = {0};
    s->arena = arena_new();
    s->formula = ltl_parse_names(text, s->arena, &d);
    assert_non_null(s->formula);
    s->automaton = buchi_translate(s->formula, is_negated, &(BuchiLimits){0}, &d);
    assert_non_null(s->automaton);
    diag_done(&d);
}

static void spec_draw(Spec *s, u32 *seed) {
    static const char *const known[] = {"[]<>p",
                                        "<>[]p",
                                        "[](p -> <>q)",
                                        "p U q",
                                        "[]<>p -> []<>q",
                                        "[]p",
                                        "<>p",
                                        "<>[]p || <>[]q",
                                        "[](p -> X(q || X q))",
                                        "p W q",
                                        "<>(p && X(q R p))",
                                        "[]<>p && []<>q",
                                        "[]p || <>[]q",
                                        "<>[](p && q)"};
    u32 which = draw(seed, 3 * ARRAY_LEN(known) / 2);
    Text text = {0};
    if (which < ARRAY_LEN(known))
        text_add(&text, "%s", known[which]);
    else
        random_formula(seed, 3, &text);
    spec_init(s, text_str(&text), true);
    text_done(&text);
}

static void spec_done(Spec *s) {
    buchi_free(s->automaton);
    arena_free(s->arena);
}

// ---- the whole product --------------------------------------------------------------------------
// Each node with each letter that may be held in it; the end of a run is a node of its own, which
// has one letter for ever.

typedef struct Edge {
    u32 from, to;
    const Step *step; // NULL: nothing happens any more
    u32 met;          // conditions
    bool is_left_out;
    u32 next_in; // the next edge to the same state, plus 1
} Edge;
typedef struct Whole {
    const Graph *graph;
    const Buchi *automaton;
    u32 n;
    bool *is_reached, *is_in, *is_marked; // by state
    u32 *in;                              // its first edge, plus 1
    u32 *list;                            // those that are reached
    u32 nlist;
    Edge *edges;
    u32 nedges, edges_cap;
    bool has_fault;
    u32 stuck, starved; // states where nobody goes on; and not all wait for the end of others
} Whole;

static const Node *node_of(const Whole *w, u32 state) {
    static const Node end = {0};
    u32 node = state / w->automaton->nstates / LETTERS;
    return node < w->graph->n ? &w->graph->nodes[node] : &end;
}

static bool is_end(const Whole *w, u32 state) {
    return state / w->automaton->nstates / LETTERS == w->graph->n;
}

static u32 letter_of(const Whole *w, u32 state) {
    u32 held = state / w->automaton->nstates % LETTERS;
    const Node *n = node_of(w, state);
    u32 seen = is_end(w, state) ? 0 : n->is_hidden ? w->graph->events : LETTERS - 1;
    return (held & ~seen) | (n->letter & seen);
}

static void connect(Whole *w, u32 from, u32 node, u32 held, const Step *step) {
    const Buchi *b = w->automaton;
    u32 q = from % b->nstates;
    for (u32 i = b->first[q]; i < b->first[q + 1]; i++) {
        if (!buchi_reads(&b->edges[i], letter_of(w, from)))
            continue;
        u32 to = (node * LETTERS + held) * b->nstates + b->edges[i].to;
        VEC_PUSH(w->edges, w->nedges, w->edges_cap) =
            (Edge){.from = from, .to = to, .step = step, .next_in = w->in[to]};
        w->in[to] = w->nedges;
        if (!w->is_reached[to])
            w->list[w->nlist++] = to;
        w->is_reached[to] = true;
    }
}

static void connect_all(Whole *w, u32 from) {
    const Graph *g = w->graph;
    const Node *n = node_of(w, from);
    u32 letter = letter_of(w, from);
    if (is_end(w, from) || (!n->ready && !has_fault(g, n)))
        connect(w, from, g->n, letter, NULL);
    if (is_end(w, from) || has_fault(g, n)) {
        w->has_fault = w->has_fault || !is_end(w, from);
        return;
    }
    w->stuck += !n->ready;
    w->starved += !n->ready && n->joining != (1u << n->nthreads) - 1;
    for (u32 i = 0; i < n->nsteps; i++) {
        const Step *step = &g->steps[n->first + i];
        if (step->end == STEP_ON)
            connect(w, from, step->to, g->nodes[step->to].is_hidden ? letter : 0, step);
        else if (step->end == STEP_EXIT || step->end == STEP_UNASKED)
            connect(w, from, g->n, step->end == STEP_EXIT ? step->values : letter, NULL);
    }
}

static void whole_init(Whole *w, const Graph *g, const Buchi *b) {
    *w = (Whole){.graph = g, .automaton = b, .n = (g->n + 1) * LETTERS * b->nstates};
    w->is_reached = mem_zalloc(w->n);
    w->is_in = mem_zalloc(w->n);
    w->is_marked = mem_zalloc(w->n);
    w->in = mem_zalloc(w->n * sizeof *w->in);
    w->list = mem_zalloc(w->n * sizeof *w->list);
    w->list[w->nlist++] = b->initial;
    w->is_reached[b->initial] = true;
    for (u32 i = 0; i < w->nlist; i++)
        connect_all(w, w->list[i]);
}

static void whole_done(Whole *w) {
    mem_free(w->is_reached, w->n);
    mem_free(w->is_in, w->n);
    mem_free(w->is_marked, w->n);
    mem_free(w->in, w->n * sizeof *w->in);
    mem_free(w->list, w->n * sizeof *w->list);
    VEC_FREE(w->edges, w->edges_cap);
}

// ---- whether there is a run, by sets ------------------------------------------------------------

// What is looked for.
typedef struct Wrong {
    EndlessKind kind;
    ThreadId thread;
    Fairness fairness;
} Wrong;

static bool is_alive(const Whole *w, const Edge *e) {
    return !e->is_left_out && w->is_in[e->from] && w->is_in[e->to];
}

// Only those states stay from which a step with the condition can be come to. Whether that is less.
static bool keep_before(Whole *w, u32 condition) {
    u32 *todo = mem_alloc(w->n * sizeof *todo), n = 0;
    bool is_less = false;
    memset(w->is_marked, 0, w->n);
    for (u32 i = 0; i < w->nedges; i++) {
        const Edge *e = &w->edges[i];
        if (is_alive(w, e) && e->met & condition && !w->is_marked[e->from]) {
            w->is_marked[e->from] = true;
            todo[n++] = e->from;
        }
    }
    while (n)
        for (u32 k = w->in [todo[--n]], at = n; k; k = w->edges[k - 1].next_in) {
            const Edge *e = &w->edges[k - 1];
            if (!is_alive(w, e) || w->is_marked[e->from])
                continue;
            ENSURE(n >= at);
            w->is_marked[e->from] = true;
            todo[n++] = e->from;
        }
    for (u32 i = 0; i < w->nlist; i++) {
        u32 at = w->list[i];
        is_less = is_less || (w->is_in[at] && !w->is_marked[at]);
        w->is_in[at] = w->is_in[at] && w->is_marked[at];
    }
    mem_free(todo, w->n * sizeof *todo);
    return is_less;
}

// Whether a run goes on for ever in the set and meets all conditions again and again.
static bool goes_round(Whole *w, u32 conditions) {
    bool is_less = true, is_some = false;
    while (is_less) {
        is_less = false;
        for (u32 c = 0; c < 32; c++)
            if (conditions >> c & 1)
                is_less = keep_before(w, 1u << c) || is_less;
    }
    for (u32 i = 0; i < w->n; i++)
        is_some = is_some || w->is_in[i];
    return is_some;
}

// Conditions: always met; an accepting state; a state that is not hidden; from then on, by thread.
enum { MET_STEP = 1, MET_ACCEPTING = 2, MET_SEEN = 4, MET_THREADS = 8 };

static u32 threads_that_run(const Step *s) {
    u32 all = (1u << MOST_THREADS) - 1, t = s->how.thread;
    return s->traits & STEP_ENDS_THREAD ? all & ~((1u << t) - 1) : 1u << t;
}

static u32 threads_that_rest(const Node *n) {
    u32 all = (1u << MOST_THREADS) - 1;
    return n->is_hidden ? all & ~((1u << n->nthreads) - 1) : all & ~n->ready;
}

static void note_conditions(Whole *w, const Wrong *wrong) {
    for (u32 i = 0; i < w->nedges; i++) {
        Edge *e = &w->edges[i];
        const Node *n = node_of(w, e->from);
        const Step *s = e->step;
        u32 p = wrong->thread, ran = s ? threads_that_run(s) : 0;
        e->met = MET_STEP | (n->is_hidden ? 0 : MET_SEEN);
        if (w->automaton->is_accepting[e->from % w->automaton->nstates])
            e->met |= MET_ACCEPTING;
        if (wrong->fairness == FAIRNESS_WEAK)
            ran |= threads_that_rest(n);
        e->met |= ran * MET_THREADS;
        e->is_left_out = !s && wrong->kind != ENDLESS_FORMULA;
        if (s && wrong->kind == ENDLESS_LIVELOCK)
            e->is_left_out = n->is_progress || s->traits & STEP_ENDS_THREAD;
        if (s && wrong->kind == ENDLESS_STARVATION)
            e->is_left_out = n->nthreads <= p || n->joining >> p & 1 ||
                             (s->traits & STEP_ENDS_THREAD && s->how.thread <= p) ||
                             (s->traits & STEP_CHANGES && s->how.thread == p);
    }
}

// Whether one goes on for ever where these threads, unless it is hidden, cannot; or, weak fairness,
// where all is hidden.
static bool goes_round_without(Whole *w, u32 threads, bool only_hidden, u32 conditions) {
    for (u32 i = 0; i < w->n; i++) {
        const Node *n = node_of(w, i);
        w->is_in[i] = w->is_reached[i] && (n->is_hidden || (!only_hidden && !(n->ready & threads)));
    }
    return goes_round(w, conditions);
}

static bool exists(Whole *w, const Wrong *wrong) {
    u32 all = (1u << MOST_THREADS) - 1;
    u32 basic = MET_STEP | (wrong->kind == ENDLESS_FORMULA ? MET_ACCEPTING : 0);
    bool is_found = false;
    note_conditions(w, wrong);
    if (wrong->fairness == FAIRNESS_NONE)
        return goes_round_without(w, 0, false, basic);
    if (wrong->fairness == FAIRNESS_WEAK)
        return goes_round_without(w, 0, true, basic) ||
               goes_round_without(w, 0, false, basic | MET_SEEN | all * MET_THREADS);
    // Some threads run again and again, the others cannot go on any more.
    for (u32 run = 0; run <= all && !is_found; run++)
        is_found = goes_round_without(w, all & ~run, false, basic | run * MET_THREADS);
    return is_found;
}

// What the conditions of a search forbid.
static bool is_wrong(Whole *w, const Conditions *c) {
    Fairness f = c->fairness;
    bool is = w->has_fault || (c->termination && w->stuck) || (c->starvation && w->starved);
    is = is || (c->has_formula && exists(w, &(Wrong){ENDLESS_FORMULA, 0, f})) ||
         (c->termination && exists(w, &(Wrong){ENDLESS_TERMINATION, 0, f})) ||
         (c->livelock && exists(w, &(Wrong){ENDLESS_LIVELOCK, 0, f}));
    for (ThreadId t = 0; t < MOST_THREADS && c->starvation && !is; t++)
        is = exists(w, &(Wrong){ENDLESS_STARVATION, t, f});
    return is;
}

// ---- one run ------------------------------------------------------------------------------------

// A step of a cycle.
typedef struct Move {
    const Node *at;
    const Step *step;
} Move;

// A thread, wherever it is.
typedef struct Life {
    bool is_old; // it was there when the second half began
    bool ran, changed, joined, was_idle, was_ready;
} Life;
typedef struct Lives {
    Life items[MOST_THREADS];
    u32 n;
    bool is_seen;
} Lives;

static void look_at_lives(Lives *l, const Node *n) {
    assert_int_equal(l->n, n->nthreads);
    l->is_seen = l->is_seen || !n->is_hidden;
    for (u32 t = 0; t < l->n; t++) {
        bool can = n->ready >> t & 1;
        l->items[t].was_ready |= can && !n->is_hidden;
        l->items[t].was_idle |= !can && !n->is_hidden;
        l->items[t].joined |= n->joining >> t & 1;
    }
}

static void take_step(Lives *l, const Step *s, u32 nthreads) {
    u32 t = s->how.thread;
    assert_true(t < l->n);
    l->items[t].ran = true;
    l->items[t].changed |= (s->traits & STEP_CHANGES) != 0;
    if (s->traits & STEP_ENDS_THREAD) {
        memmove(l->items + t, l->items + t + 1, (l->n - t - 1) * sizeof *l->items);
        l->n--;
    }
    while (l->n < nthreads)
        l->items[l->n++] = (Life){0};
}

// Goes round so often that all threads are gone that do not live for ever; then as often again,
// from when on it counts what they do.
static Lives live(const Move *moves, u32 n) {
    enum { ROUNDS = MOST_THREADS + 2 };
    Lives l = {.n = moves[0].at->nthreads};
    for (u32 round = 0; round < 2 * ROUNDS; round++) {
        for (u32 t = 0; t < l.n && round == ROUNDS; t++)
            l.items[t] = (Life){.is_old = true};
        for (u32 i = 0; i < n; i++) {
            look_at_lives(&l, moves[i].at);
            take_step(&l, moves[i].step, moves[(i + 1) % n].at->nthreads);
        }
    }
    return l;
}

static bool is_fair(const Lives *l, Fairness f) {
    bool is = true;
    for (u32 t = 0; t < l->n && l->is_seen && f != FAIRNESS_NONE; t++) {
        const Life *life = &l->items[t];
        bool is_excused = f == FAIRNESS_WEAK ? life->was_idle : !life->was_ready;
        is = is && (!life->is_old || life->ran || is_excused);
    }
    return is;
}

// A schedule, followed on the graph.
typedef struct Run {
    Move *moves;
    u32 n, moves_cap;
    u32 *values; // by state
    u32 nvalues, values_cap;
    const Node *last; // NULL: the run has ended
} Run;

static void run_done(Run *r) {
    VEC_FREE(r->moves, r->moves_cap);
    VEC_FREE(r->values, r->values_cap);
}

static void run_hold(Run *r) {
    u32 before = r->nvalues ? r->values[r->nvalues - 1] : 0;
    VEC_PUSH(r->values, r->nvalues, r->values_cap) = before;
}

static void run_see(Run *r, const Graph *g) {
    u32 seen = r->last->is_hidden ? g->events : LETTERS - 1;
    run_hold(r);
    u32 *now = &r->values[r->nvalues - 1];
    *now = (*now & ~seen) | (r->last->letter & seen);
}

static void run_step(Run *r, const Graph *g, Choice how) {
    assert_non_null(r->last);
    const Step *step = find_step(g, r->last, how);
    assert_non_null(step);
    VEC_PUSH(r->moves, r->n, r->moves_cap) = (Move){r->last, step};
    r->last = step->end == STEP_ON ? &g->nodes[step->to] : NULL;
    if (r->last)
        run_see(r, g);
    else if (step->end == STEP_EXIT)
        VEC_PUSH(r->values, r->nvalues, r->values_cap) = step->values;
    else
        run_hold(r);
}

// An endless run comes back to where its cycle begins, with the same letter. It has been round
// twice then.
static void run_follow(Run *r, const Graph *g, const Schedule *s) {
    r->last = &g->nodes[0];
    run_see(r, g);
    for (u32 i = 0; i < s->len; i++)
        run_step(r, g, s->steps[i]);
    if (!s->is_endless || s->cycle == s->len)
        return;
    assert_true(s->cycle < s->len);
    assert_ptr_equal(r->last, r->moves[s->cycle].at);
    for (u32 i = s->cycle; i < s->len; i++) {
        run_step(r, g, s->steps[i]);
        assert_int_equal(r->values[i], r->values[i + s->len - s->cycle]);
    }
}

static void check_ends(const Graph *g, const Run *r, const Conditions *c, const LassoFound *f) {
    if (r->last) {
        assert_false(r->last->ready || has_fault(g, r->last));
        bool is_starved = r->last->joining != (1u << r->last->nthreads) - 1;
        assert_true(c->has_formula || c->termination || (c->starvation && is_starved));
    } else {
        StepEnd end = r->moves[r->n - 1].step->end;
        assert_true(c->has_formula && (end == STEP_EXIT || end == STEP_UNASKED));
    }
    assert_int_equal(f->kind, c->has_formula   ? ENDLESS_FORMULA
                              : c->termination ? ENDLESS_TERMINATION
                                               : ENDLESS_STARVATION);
}

static void check_cycle(const Run *r, const Conditions *c, const LassoFound *f) {
    const Schedule *s = &f->schedule;
    Lives lives = live(r->moves + s->cycle, s->len - s->cycle);
    assert_true(is_fair(&lives, c->fairness));
    assert_int_equal(f->ntargets, s->len - s->cycle);
    switch (f->kind) {
    case ENDLESS_FORMULA: assert_true(c->has_formula); break;
    case ENDLESS_TERMINATION: assert_true(c->termination); break;
    case ENDLESS_STARVATION:
        assert_true(c->starvation && f->thread < lives.n);
        const Life *life = &lives.items[f->thread];
        assert_true(life->is_old && !life->changed && !life->joined);
        break;
    case ENDLESS_LIVELOCK:
        assert_true(c->livelock);
        for (u32 i = s->cycle; i < s->len; i++)
            assert_false(r->moves[i].at->is_progress ||
                         r->moves[i].step->traits & STEP_ENDS_THREAD);
        break;
    }
}

// What was found is a run, and must not be.
static void check_found(const Graph *g, const Spec *spec, const Conditions *c,
                        const LassoFound *f) {
    const Schedule *s = &f->schedule;
    const Ltl *formula = spec->formula;
    Run r = {0};
    run_follow(&r, g, s);
    if (f->is_fault) {
        assert_true(r.last ? r.last->is_bad : r.moves[r.n - 1].step->end == STEP_VIOLATION);
    } else if (!s->is_endless) {
        assert_true(r.last && buchi_has_accepted(spec->automaton, r.values, s->len + 1));
        assert_true(!f->formula || ltl_is_lost(formula, r.values, s->len + 1));
    } else {
        if (s->cycle == s->len)
            check_ends(g, &r, c, f);
        else
            check_cycle(&r, c, f);
        if (c->has_formula)
            assert_false(ltl_holds(formula, r.values, s->len + (s->cycle == s->len), s->cycle));
    }
    run_done(&r);
}

// ---- searches -----------------------------------------------------------------------------------

typedef struct Task {
    const Graph *graph;
    const Spec *spec;
    Conditions conditions;
    bool is_nested, knows_formula, counts_at_once;
    u32 workers;
    u32 limit; // World.limit
    void (*script)(Walker *w);
    u32 refused;  // how often something was
    bool is_lost; // what was found is the beginning of a run, which may be all there is of it
} Task;

static void world_init(World *w, const Task *t) {
    *w = (World){.graph = t->graph,
                 .limit = t->limit,
                 .script = t->script,
                 .workers = t->workers,
                 .nactive = 1};
    w->nmarks = 1 + t->spec->automaton->nstates * (LETTERS + 1);
    w->colours = mem_zalloc((size_t)t->graph->n * w->nmarks * sizeof *w->colours);
    pthread_mutex_init(&w->lock, NULL);
    pthread_cond_init(&w->moved, NULL);
}

static void world_done(World *w) {
    mem_free(w->colours, (size_t)w->graph->n * w->nmarks * sizeof *w->colours);
    pthread_mutex_destroy(&w->lock);
    pthread_cond_destroy(&w->moved);
}

static bool graph_has_progress(void *self) { return here(self)->is_progress; }

static Seam seam_of(Walker *w) {
    Model model = {.self = w,
                   .initial = graph_initial,
                   .go = graph_go,
                   .judge = graph_judge,
                   .successors = graph_successors,
                   .standing = graph_standing,
                   .has_progress = graph_has_progress,
                   .values = graph_values,
                   .events = w->world->graph->events,
                   .mark = graph_mark,
                   .number = graph_number,
                   .fault = graph_fault};
    return (Seam){model,
                  {w, graph_expect, graph_add, graph_pause, graph_resume, graph_rest},
                  {w->world, stops, is_chosen, NULL, is_refused}};
}

// Nearer, and the same otherwise.
static void check_shorter(const Task *t, const Temporal *temporal, const Seam *seam,
                          LassoFound *f) {
    u32 cycle = f->schedule.cycle, len = f->schedule.len;
    bool is_endless = f->schedule.is_endless;
    temporal_shorten(temporal, seam, f);
    assert_int_equal(f->schedule.is_endless, is_endless);
    assert_true(f->schedule.cycle <= cycle && f->schedule.len <= len);
    if (is_endless)
        assert_int_equal(f->schedule.len - f->schedule.cycle, len - cycle);
    check_found(t->graph, t->spec, &t->conditions, f);
}

static bool run_search(Task *t) {
    Walker *walkers = mem_zalloc(MOST_WORKERS * sizeof *walkers);
    Seam seams[MOST_WORKERS];
    World world;
    Temporal temporal = {
        .automaton = t->spec->automaton, .letters = letters_new(), .conditions = t->conditions};
    LassoFound f = {.formula = t->knows_formula ? t->spec->formula : NULL,
                    .counts_at_once = t->counts_at_once};
    world_init(&world, t);
    for (u32 i = 0; i < t->workers; i++) {
        walkers[i] = (Walker){.world = &world, .seed = i, .number = i, .is_active = i == 0};
        seams[i] = seam_of(&walkers[i]);
    }
    bool is_found =
        t->is_nested
            ? search_nested(seams, t->workers, t->spec->automaton, temporal.letters, &f)
            : search_components(seams, &t->conditions, t->spec->automaton, temporal.letters, &f);
    assert_int_equal(world.nactive, 1);
    t->refused = atomic_load(&world.refused);
    t->is_lost = is_found && !f.is_fault && !f.schedule.is_endless;
    if (is_found) {
        check_found(t->graph, t->spec, &t->conditions, &f);
        world.limit = 0;
        atomic_store(&world.refused, 0);
        check_shorter(t, &temporal, seams, &f);
    }
    schedule_done(&f.schedule);
    VEC_FREE(f.targets, f.targets_cap);
    letters_free(temporal.letters);
    world_done(&world);
    mem_free(walkers, MOST_WORKERS * sizeof *walkers);
    return is_found;
}

// Whether something was found, as it must be or not.
static bool check_search(Task *t) {
    Whole w;
    whole_init(&w, t->graph, t->spec->automaton);
    bool is_expected = is_wrong(&w, &t->conditions);
    whole_done(&w);
    bool is_found = run_search(t);
    assert_true(!t->is_lost || t->counts_at_once);
    assert_int_equal(is_found, is_expected || t->is_lost);
    return is_expected;
}

// ---- nested searches ----------------------------------------------------------------------------

static const Conditions plain = {.has_formula = true};

// Many of both.
static void check_share(u32 found, u32 all) {
    assert_true(10 * found > all && 10 * found < 9 * all);
}

static Shape draw_shape(u32 *seed, u32 most_nodes) {
    Shape s = {.n = 3 + draw(seed, most_nodes - 2)};
    s.threads = 1 + draw(seed, MOST_THREADS);
    s.steps = 1 + draw(seed, 5);
    s.near = draw(seed, 2) ? 1 + draw(seed, 4) : 0;
    s.back = draw(seed, 2) ? 2 + draw(seed, 5) : 0;
    s.letters = draw(seed, 2) ? 4 + draw(seed, 8) : 0;
    s.eager = draw(seed, 3) ? 0 : 2 + draw(seed, 12);
    s.hidden = draw(seed, 4) ? 0 : 2 + draw(seed, 3);
    s.waits = draw(seed, 3) ? 0 : 12;
    s.ends = draw(seed, 3) ? 0 : 12;
    s.bad = draw(seed, 10) ? 0 : 30;
    return s;
}

static void nested_finds_what_is_there(void **state) {
    (void)state;
    enum { ROUNDS = 6000 };
    u32 found = 0;
    for (u32 round = 1; round <= ROUNDS; round++) {
        u32 seed = round;
        Shape shape = draw_shape(&seed, 40);
        Graph g;
        Spec spec;
        make(&g, &shape, seed);
        spec_draw(&spec, &seed);
        Task t = {.graph = &g, .spec = &spec, .conditions = plain, .is_nested = true};
        t.knows_formula = draw(&seed, 2);
        t.counts_at_once = draw(&seed, 2);
        t.workers = 1 + draw(&seed, MOST_WORKERS);
        found += check_search(&t);
        spec_done(&spec);
        graph_done(&g);
    }
    check_share(found, ROUNDS);
}

// Groups of nodes that can be gone round in, and nodes between them from which there is no way
// back. p is true in the groups; but for one node, if it is wrong.
static u32 draw_next(Graph *g, u32 i, u32 alternative) {
    u32 first = i / GROUP * GROUP, last = first + GROUP - 1;
    bool is_group = first / GROUP % 3 == 0;
    if (alternative == 0)
        return i + 1;
    if (is_group && i == last)
        return first;
    return is_group ? first + draw(&g->seed, GROUP) : i + 1 + draw(&g->seed, GROUP);
}

static void make_groups(Graph *g, u32 n, u32 seed, bool is_wrong_somewhere) {
    *g = (Graph){.seed = seed};
    for (u32 i = 0; i < n; i++) {
        u32 letter = i / GROUP % 3 ? draw(&g->seed, LETTERS) : 1;
        VEC_PUSH(g->nodes, g->n, g->nodes_cap) =
            (Node){.letter = letter, .nthreads = 1, .ready = 1, .first = g->nsteps, .nsteps = 3};
        for (u32 a = 0; a < 3; a++) {
            u32 to = draw_next(g, i, a);
            VEC_PUSH(g->steps, g->nsteps, g->steps_cap) =
                (Step){.how = {0, a, 1}, .to = to, .end = to < n ? STEP_ON : STEP_ASSUMED};
        }
    }
    if (is_wrong_somewhere)
        g->nodes[n / 2 / (3 * GROUP) * (3 * GROUP) + GROUP / 2].letter = 0;
}

// Long searches that find nothing, in which workers have to wait for each other.
static void nested_in_large_graphs(void **state) {
    (void)state;
    for (u32 seed = 1; seed <= 24; seed++) {
        Graph g;
        Spec spec;
        make_groups(&g, 2000 + 200 * seed, seed, seed % 3 == 0);
        spec_init(&spec, seed % 2 ? "<>[]p" : "<>[]p && (q U p || <>[]!q)", true);
        Task t = {.graph = &g, .spec = &spec, .conditions = plain, .is_nested = true};
        t.workers = 1 + seed % MOST_WORKERS;
        assert_int_equal(run_search(&t), seed % 3 == 0);
        graph_done(&g);
        make(&g, &(Shape){.n = 3000, .threads = 2, .steps = 3, .near = 20, .hidden = 9}, seed);
        check_search(&t);
        spec_done(&spec);
        graph_done(&g);
    }
}

// The only thing that is wrong is near the end.
static void nested_with_others_around(void **state) {
    (void)state;
    Spec spec;
    spec_init(&spec, "<>[]p", true);
    for (u32 seed = 1; seed <= 400; seed++) {
        Graph g;
        make_groups(&g, 3 * GROUP * (1 + seed % 3) + GROUP, seed, false);
        g.nodes[g.n - GROUP + seed % GROUP].letter = 0;
        Task t = {.graph = &g, .spec = &spec, .conditions = plain, .is_nested = true};
        t.workers = 1 + seed % MOST_WORKERS;
        assert_true(run_search(&t));
        graph_done(&g);
    }
    spec_done(&spec);
}

// The first worker looks red from S, through X, which the second one has left, to what that has on
// its path: from C round to C again, through an accepting state that it has not left yet. If all of
// that became red now, nobody would see that it is a cycle.
enum { ROOT, BEFORE_S, S, X, Y, C, AFTER_C, Z };

static void await_soon(const atomic_bool *flag) {
    for (u32 i = 0; i < 100000 && !atomic_load(flag); i++)
        sched_yield();
}

static void meet_at_cycle(Walker *w) {
    if (w->number == 0 && w->at == S)
        await_soon(&w->world->is_second_there);
    if (w->at != Z)
        return;
    atomic_store(w->number ? &w->world->is_second_there : &w->world->is_first_there, true);
    if (w->number == 0)
        return;
    await_soon(&w->world->is_first_there);
    for (u32 i = 0; i < 1000; i++)
        sched_yield(); // while the first one does whatever it does next
}

static void nested_waits_for_others(void **state) {
    (void)state;
    static const u32 next[][3] = {
        [ROOT] = {BEFORE_S, Y}, [BEFORE_S] = {S}, [S] = {X},       [X] = {Y},
        [Y] = {C, X},           [C] = {AFTER_C},  [AFTER_C] = {Z}, [Z] = {C}};
    Graph g = {0};
    Spec spec;
    spec_init(&spec, "<>[]p", true);
    for (u32 i = 0; i < ARRAY_LEN(next); i++) {
        Node node = {.letter = i != BEFORE_S && i != C, .nthreads = 1, .ready = 1};
        node.first = g.nsteps;
        for (; next[i][node.nsteps]; node.nsteps++)
            VEC_PUSH(g.steps, g.nsteps, g.steps_cap) =
                (Step){.how = {0, node.nsteps, 1}, .to = next[i][node.nsteps]};
        VEC_PUSH(g.nodes, g.n, g.nodes_cap) = node;
    }
    Task t = {.graph = &g, .spec = &spec, .conditions = plain, .is_nested = true};
    t.workers = 2;
    t.script = meet_at_cycle;
    for (u32 i = 0; i < 10; i++)
        assert_true(run_search(&t));
    spec_done(&spec);
    graph_done(&g);
}

// Who is told to stop does so, and whoever waits for others too.
static void searches_stop(void **state) {
    (void)state;
    for (u32 round = 1; round <= 300; round++) {
        u32 seed = round;
        Shape shape = {.n = 30, .threads = 3, .steps = 3, .unusable = draw(&seed, 3) ? 0 : 20};
        Graph g;
        Spec spec;
        make(&g, &shape, seed);
        spec_draw(&spec, &seed);
        Task t = {.graph = &g, .spec = &spec, .conditions = plain, .limit = draw(&seed, 40)};
        t.is_nested = draw(&seed, 2);
        t.conditions.fairness = t.is_nested ? FAIRNESS_NONE : FAIRNESS_WEAK;
        t.workers = t.is_nested ? 1 + draw(&seed, MOST_WORKERS) : 1;
        bool is_found = run_search(&t);
        assert_true(!t.refused || !is_found || t.workers > 1);
        spec_done(&spec);
        graph_done(&g);
    }
}

// ---- components ---------------------------------------------------------------------------------

static Conditions draw_conditions(u32 *seed) {
    static const Fairness fairness[] = {FAIRNESS_NONE, FAIRNESS_WEAK, FAIRNESS_STRONG,
                                        FAIRNESS_STRONG};
    Conditions c = {.fairness = fairness[draw(seed, ARRAY_LEN(fairness))]};
    u32 kind = draw(seed, 6);
    c.has_formula = kind < 3;
    c.termination = kind == 3;
    c.livelock = kind == 4;
    c.starvation = kind == 5 || (c.livelock && draw(seed, 2));
    if (!c.has_formula && c.fairness == FAIRNESS_NONE)
        c.fairness = FAIRNESS_WEAK; // the others are about fair runs only
    return c;
}

static void check_components(const Graph *g, u32 seed, u32 count[2]) {
    Spec spec;
    Conditions c = draw_conditions(&seed);
    if (c.has_formula)
        spec_draw(&spec, &seed);
    else
        spec_init(&spec, "true", false);
    Task t = {.graph = g, .spec = &spec, .conditions = c, .workers = 1};
    count[check_search(&t)]++;
    spec_done(&spec);
}

static void components_find_what_is_there(void **state) {
    (void)state;
    enum { ROUNDS = 20000 };
    u32 count[2] = {0, 0};
    for (u32 round = 1; round <= ROUNDS; round++) {
        u32 seed = round;
        Shape shape = draw_shape(&seed, 30);
        Graph g;
        make(&g, &shape, seed);
        check_components(&g, seed, count);
        graph_done(&g);
    }
    check_share(count[true], ROUNDS);
}

static void components_in_large_graphs(void **state) {
    (void)state;
    u32 count[2] = {0, 0};
    for (u32 seed = 1; seed <= 12; seed++) {
        Shape shape = {.n = 2000, .threads = 4, .steps = 3, .near = seed % 3 * 30, .hidden = 6};
        Graph g;
        make(&g, &shape, seed);
        check_components(&g, seed, count);
        graph_done(&g);
        make_groups(&g, 300, seed, seed % 2);
        check_components(&g, seed, count);
        graph_done(&g);
    }
    assert_true(count[false] + count[true] == 24);
}

static void too_many_threads_are_refused(void **state) {
    (void)state;
    Graph g = {0};
    Spec spec;
    spec_init(&spec, "[]<>p", true);
    for (u32 i = 0; i < 2; i++) {
        VEC_PUSH(g.nodes, g.n, g.nodes_cap) =
            (Node){.nthreads = MOST_FAIR + i, .ready = 1, .first = i, .nsteps = 1};
        VEC_PUSH(g.steps, g.nsteps, g.steps_cap) = (Step){.how = {0, 0, 1}, .to = 1};
    }
    Task t = {.graph = &g, .spec = &spec, .conditions = plain, .workers = 1};
    t.conditions.fairness = FAIRNESS_STRONG;
    assert_false(run_search(&t));
    assert_int_equal(t.refused, 1);
    spec_done(&spec);
    graph_done(&g);
}

// ---- tiny products, part by part ----------------------------------------------------------------

// A walk round a part of a product.
typedef struct Part {
    const Whole *whole;
    u32 states[MOST_TINY]; // of the product
    u32 n;
    u32 in;                         // a bit for each: the part
    u32 next[MOST_TINY][MOST_TINY]; // an edge from one to the other, plus 1
    Move *moves;
    u32 nmoves, moves_cap;
} Part;

static u32 place_of(const Part *p, u32 state) {
    u32 i = 0;
    while (p->states[i] != state)
        i++;
    return i;
}

static u32 reach(const Part *p, u32 from) {
    u32 met = 1u << from, before = 0;
    while (met != before) {
        before = met;
        for (u32 i = 0; i < p->n; i++)
            for (u32 k = 0; k < p->n && met >> i & 1; k++)
                met |= p->next[i][k] ? 1u << k & p->in : 0;
    }
    return met;
}

static bool is_connected(const Part *p) {
    bool is = true;
    for (u32 i = 0; i < p->n; i++)
        is = is && (!(p->in >> i & 1) || reach(p, i) == p->in);
    return is;
}

static void take_edge(Part *p, u32 edge) {
    const Edge *e = &p->whole->edges[edge];
    VEC_PUSH(p->moves, p->nmoves, p->moves_cap) = (Move){node_of(p->whole, e->from), e->step};
}

// By the next steps that lead there; all of the part can be reached from all of it.
static u32 walk_to(Part *p, u32 from, u32 to) {
    while (from != to) {
        u32 dist[MOST_TINY], best = from;
        for (u32 i = 0; i < p->n; i++)
            dist[i] = i == to ? 0 : MOST_TINY;
        for (u32 round = 0; round < p->n; round++)
            for (u32 i = 0; i < p->n; i++)
                for (u32 k = 0; k < p->n; k++)
                    if (p->next[i][k] && p->in >> i & p->in >> k & 1 && dist[k] + 1 < dist[i])
                        dist[i] = dist[k] + 1;
        for (u32 k = 0; k < p->n; k++)
            if (p->next[from][k] && p->in >> k & 1 && dist[k] < dist[best])
                best = k;
        take_edge(p, p->next[from][best] - 1);
        from = best;
    }
    return from;
}

// Whether a run is fair that goes through all of the part again and again.
static bool is_fair_round(Part *p, Fairness f) {
    const Whole *w = p->whole;
    u32 start = 0;
    while (!(p->in >> start & 1))
        start++;
    u32 at = start;
    p->nmoves = 0;
    bool has_ended = false;
    for (u32 i = 0; i < w->nedges; i++) {
        u32 from = place_of(p, w->edges[i].from), to = place_of(p, w->edges[i].to);
        if (!(p->in >> from & p->in >> to & 1))
            continue;
        walk_to(p, at, from);
        take_edge(p, i);
        at = to;
        has_ended = has_ended || !w->edges[i].step;
    }
    walk_to(p, at, start);
    if (!p->nmoves || has_ended)
        return has_ended;
    Lives lives = live(p->moves, p->nmoves);
    return is_fair(&lives, f);
}

static bool is_accepted(const Part *p) {
    const Buchi *b = p->whole->automaton;
    bool is = false;
    for (u32 i = 0; i < p->n; i++)
        is = is || (p->in >> i & 1 && b->is_accepting[p->states[i] % b->nstates]);
    return is;
}

static bool exists_in_parts(const Whole *w, Fairness f) {
    Part p = {.whole = w, .n = w->nlist};
    bool is_found = false;
    memcpy(p.states, w->list, w->nlist * sizeof *w->list);
    for (u32 i = 0; i < w->nedges; i++)
        p.next[place_of(&p, w->edges[i].from)][place_of(&p, w->edges[i].to)] = i + 1;
    for (p.in = 1; p.in < 1u << p.n && !is_found; p.in++)
        is_found = is_connected(&p) && is_accepted(&p) && is_fair_round(&p, f);
    VEC_FREE(p.moves, p.moves_cap);
    return is_found;
}

// The sets that tell what is to be found agree with it.
static void tiny_products_part_by_part(void **state) {
    (void)state;
    u32 count[2] = {0, 0};
    for (u32 round = 1; round <= 3000; round++) {
        u32 seed = round;
        Shape shape = draw_shape(&seed, 7);
        Graph g;
        Spec spec;
        Whole w;
        shape.bad = 0;
        make(&g, &shape, seed);
        bool is_all = draw(&seed, 3);
        spec_init(&spec, is_all ? "true" : "[]<>p", !is_all);
        whole_init(&w, &g, spec.automaton);
        for (Fairness f = FAIRNESS_NONE; f <= FAIRNESS_STRONG && w.nlist <= MOST_TINY; f++) {
            Task t = {.graph = &g, .spec = &spec, .conditions = plain, .workers = 1};
            bool is_there = exists_in_parts(&w, f);
            count[is_there]++;
            assert_int_equal(exists(&w, &(Wrong){ENDLESS_FORMULA, 0, f}), is_there);
            t.conditions.fairness = f;
            if (!is_all)
                assert_int_equal(run_search(&t), is_there);
        }
        whole_done(&w);
        spec_done(&spec);
        graph_done(&g);
    }
    check_share(count[true], count[false] + count[true]);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(nested_finds_what_is_there),
        cmocka_unit_test(nested_in_large_graphs),
        cmocka_unit_test(nested_with_others_around),
        cmocka_unit_test(nested_waits_for_others),
        cmocka_unit_test(searches_stop),
        cmocka_unit_test(components_find_what_is_there),
        cmocka_unit_test(components_in_large_graphs),
        cmocka_unit_test(too_many_threads_are_refused),
        cmocka_unit_test(tiny_products_part_by_part),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
