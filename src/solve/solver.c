// SPDX-License-Identifier: Apache-2.0
// Answers a query by the cheapest way that can: constants, then for each slice intervals, orders,
// earlier answers, earlier models, and at last Z3.
//
// SOUND: No answer rests on a hash, nor a yes on anybody's word: the numbers that are given for a
// slice are put into its requirements (slice_holds) before it is yes, wherever they come from. A no
// comes from an empty interval, from an order that leads back to where it began, from Z3, or from
// an earlier no to the same structure.
#include "solve/solve_int.h"

#include <string.h>

struct Solver {
    SolverOptions options;
    u32 usual_ms; // options.timeout_ms at first
    SolveFigures figures;
    Query query;
    Slices slices;
    Cache *cache;     // NULL: none is wanted
    Models models;    // used only with a cache
    Backend *backend; // NULL until it is needed
    u64 *values;      // by id, of the terms in [1, nvalues) if the answer was yes
    u32 nvalues, capvalues;
    u64 *numbers; // of a slice's unknowns, as they appear
    u32 capnumbers;
    u32 nasked;     // terms that there were when it was asked
    bool has_model; // the last answer was yes, and nothing was required since
    Text complaint; // see solve_complaint
};

Solver *solver_new(const SolverOptions *o) {
    ENSURE(o);
    Solver *s = mem_zalloc(sizeof *s);
    s->options = *o;
    s->usual_ms = o->timeout_ms;
    query_init(&s->query);
    if (!o->no_cache)
        s->cache = cache_new();
    return s;
}

void solver_free(Solver *s) {
    if (!s)
        return;
    query_done(&s->query);
    slices_done(&s->slices);
    cache_free(s->cache);
    models_done(&s->models);
    backend_free(s->backend);
    VEC_FREE(s->values, s->capvalues);
    VEC_FREE(s->numbers, s->capnumbers);
    text_done(&s->complaint);
    mem_free(s, sizeof *s);
}

SolveFigures solver_figures(const Solver *s) { return s->figures; }

size_t solver_bytes(const Solver *s) {
    return (s->cache ? cache_bytes(s->cache) : 0) + models_bytes(&s->models);
}

// ---- making a query -----------------------------------------------------------------------------

void solver_set_timeout(Solver *s, u32 timeout_ms) { s->options.timeout_ms = timeout_ms; }

void solve_begin(Solver *s) {
    query_begin(&s->query);
    s->has_model = false;
}

SolveId solve_unknown(Solver *s, u32 name, u32 width) {
    return query_unknown(&s->query, name, width);
}

SolveId solve_number(Solver *s, u64 v, u32 width) {
    ENSURE(width >= 1 && width <= 64 && v <= term_mask(width));
    return query_number(&s->query, v);
}

SolveId solve_apply(Solver *s, TermOp op, u32 bits, u32 width, u32 param, const SolveId *args,
                    u32 n) {
    ENSURE(op < TERM_COUNT && n == term_info[op].operands);
    return query_apply(&s->query, op, bits, width, param, args);
}

void solve_require(Solver *s, SolveId condition) {
    query_require(&s->query, condition);
    s->has_model = false;
}

bool solve_is_number(const Solver *s, SolveId t, u64 *v) {
    ENSURE(t && t < s->query.nnodes);
    const Node *n = &s->query.nodes[t];
    *v = node_is_number(n) ? node_number(n) : 0;
    return node_is_number(n);
}

// ---- answering ----------------------------------------------------------------------------------

static Backend *backend_of(Solver *s) {
    if (!s->backend)
        s->backend = backend_new(s->options.timeout_ms);
    backend_set_timeout(s->backend, s->options.timeout_ms);
    return s->backend;
}

static const u32 *key_of(const Solver *s, const Slice *slice) {
    return s->slices.keys + slice->key;
}

static void give(Slice *slice, SolveAnswer answer, u64 *figure) {
    CHECK(!slice->is_answered);
    slice->is_answered = true;
    slice->answer = answer;
    ++*figure;
}

static void remember(Solver *s, const Slice *slice) {
    CHECK(slice->is_answered);
    // Who gives up early may have an answer when there is more time.
    bool was_hurried =
        s->options.timeout_ms && (!s->usual_ms || s->options.timeout_ms < s->usual_ms);
    if (!s->cache || (slice->answer == SOLVE_GAVE_UP && was_hurried))
        return;
    for (u32 i = 0; i < slice->nunknowns; i++)
        s->numbers[i] = s->values[s->slices.unknowns[slice->unknown + i]];
    cache_add(s->cache, key_of(s, slice), slice->nkey, slice->answer, s->numbers, slice->nunknowns);
    if (slice->answer == SOLVE_YES)
        models_add(&s->models, &s->slices, slice, &s->query, s->values);
}

static bool answer_from_cache(Solver *s, const Slice *slice, SolveAnswer *answer) {
    if (!s->cache ||
        !cache_find(s->cache, key_of(s, slice), slice->nkey, answer, s->numbers, slice->nunknowns))
        return false;
    for (u32 i = 0; *answer == SOLVE_YES && i < slice->nunknowns; i++)
        s->values[s->slices.unknowns[slice->unknown + i]] = s->numbers[i];
    return true;
}

static SolverRefuted *refuted; // the only variable that solvers share

void solver_on_refuted(SolverRefuted *told) { refuted = told; }

static void tell_refuted(Solver *s, const Slice *slice) {
    if (LIKELY(!refuted) || slice->answer != SOLVE_NO)
        return;
    Text script = {0};
    if (backend_write(backend_of(s), &s->slices, slice, &s->query, &script))
        refuted(text_str(&script));
    text_done(&script);
}

static void answer_cheaply(Solver *s, Slice *slice) {
    CHECK(!slice->is_answered);
    SolveAnswer answer;
    if (!s->options.no_intervals &&
        intervals_answer(&s->slices, slice, &s->query, s->values, &answer)) {
        give(slice, answer, &s->figures.by_intervals);
        tell_refuted(s, slice);
    } else if (!s->options.no_orders &&
               orders_answer(&s->slices, slice, &s->query, s->values, &answer)) {
        give(slice, answer, &s->figures.by_orders);
        tell_refuted(s, slice);
    } else if (answer_from_cache(s, slice, &answer)) {
        give(slice, answer, &s->figures.by_cache);
    } else if (s->cache && models_answer(&s->models, &s->slices, slice, &s->query, s->values)) {
        give(slice, SOLVE_YES, &s->figures.by_model);
    }
    // Whoever gave the numbers: they are what they are said to be.
    if (slice->is_answered && slice->answer == SOLVE_YES)
        ENSURE(slice_holds(&s->slices, slice, &s->query, s->values));
}

// What the query has asked just now may be the same but for the names of its unknowns.
static bool answer_like_another(Solver *s, Slice *slice) {
    SolveAnswer answer;
    if (!answer_from_cache(s, slice, &answer))
        return false;
    give(slice, answer, &s->figures.by_cache);
    ENSURE(answer != SOLVE_YES || slice_holds(&s->slices, slice, &s->query, s->values));
    return true;
}

static void answer_by_solver(Solver *s, Slice *slice) {
    CHECK(!slice->is_answered);
    if (answer_like_another(s, slice))
        return;
    double begin = clock_seconds();
    SolveAnswer answer = backend_ask(backend_of(s), &s->slices, slice, &s->query, s->values);
    s->figures.solver_ns += (u64)((clock_seconds() - begin) * 1e9);
    give(slice, answer, &s->figures.by_solver);
    tell_refuted(s, slice);
    ENSURE(answer != SOLVE_YES || slice_holds(&s->slices, slice, &s->query, s->values));
    remember(s, slice);
}

// What is cheap is tried on all slices first: one that cannot be ends it.
static SolveAnswer answer_slices(Solver *s) {
    Slices *all = &s->slices;
    for (u32 i = 0; i < all->n; i++) {
        answer_cheaply(s, &all->all[i]);
        if (all->all[i].is_answered && all->all[i].answer == SOLVE_NO)
            return SOLVE_NO;
    }
    SolveAnswer answer = SOLVE_YES;
    for (u32 i = 0; i < all->n; i++) {
        Slice *slice = &all->all[i];
        if (!slice->is_answered)
            answer_by_solver(s, slice);
        if (slice->answer == SOLVE_NO)
            return SOLVE_NO;
        if (slice->answer == SOLVE_GAVE_UP) {
            s->figures.gave_up++;
            answer = SOLVE_GAVE_UP;
        }
    }
    return answer;
}

// Unknowns that are not looked at are 0.
static void make_room(Solver *s) {
    VEC_RESERVE(s->values, 0, s->capvalues, s->query.nnodes);
    memset(s->values, 0, s->query.nnodes * sizeof *s->values);
    u32 most = 1;
    for (u32 i = 0; i < s->slices.n; i++)
        most = s->slices.all[i].nunknowns > most ? s->slices.all[i].nunknowns : most;
    VEC_RESERVE(s->numbers, 0, s->capnumbers, most);
}

SolveAnswer solve_ask(Solver *s) {
    if (s->options.command && s->query.nrequired)
        return solve_ask_assuming(s, NULL, 0, NULL);
    s->figures.asked++;
    s->nvalues = 1;
    s->slices.n = 0;
    bool is_constant = s->query.is_false || s->query.nrequired == 0;
    s->figures.by_constants += is_constant;
    if (s->query.is_false) {
        s->has_model = false;
        return SOLVE_NO;
    }
    if (!is_constant)
        slices_cut(&s->slices, &s->query);
    make_room(s);
    s->nasked = s->query.nnodes;
    SolveAnswer answer = answer_slices(s);
    s->has_model = answer == SOLVE_YES;
    return answer;
}

u64 solve_value(Solver *s, SolveId t) {
    const Query *q = &s->query;
    ENSURE(s->has_model && t && t < q->nnodes);
    if (q->nnodes > s->capvalues)
        VEC_RESERVE(s->values, s->nvalues, s->capvalues, q->nnodes - s->nvalues);
    for (; s->nvalues <= t; s->nvalues++) {
        SolveId id = s->nvalues;
        if (q->nodes[id].op != NODE_UNKNOWN)
            s->values[id] = node_value(q, id, s->values);
        else if (id >= s->nasked)
            s->values[id] = 0;
    }
    return s->values[t];
}

// ---- the whole query at once --------------------------------------------------------------------

// Whether the numbers of the unknowns make true what is required and assumed.
static bool all_hold(Solver *s, const SolveId *assumed, u32 n) {
    const Query *q = &s->query;
    bool is = true;
    for (u32 i = 0; i < q->nrequired && is; i++)
        is = solve_value(s, q->required[i]) == 1;
    for (u32 i = 0; i < n && is; i++)
        is = solve_value(s, assumed[i]) == 1;
    return is;
}

// Whatever is assumed, it cannot be.
static void tell_all_refuted(Solver *s, const bool *is_used, u32 n) {
    bool needs_some = false;
    for (u32 i = 0; i < n; i++)
        needs_some = needs_some || is_used[i];
    if (LIKELY(!refuted) || needs_some)
        return;
    Text script = {0};
    text_add(&script, "(set-logic ALL)\n");
    bool is_written = backend_write_query(backend_of(s), &s->query, NULL, 0, &script);
    text_add(&script, "(check-sat)\n");
    if (is_written)
        refuted(text_str(&script));
    text_done(&script);
}

SolveAnswer solve_ask_assuming(Solver *s, const SolveId *assumed, u32 n, bool *is_used) {
    s->figures.asked++;
    s->slices.n = 0;
    s->has_model = false;
    for (u32 i = 0; i < n; i++)
        is_used[i] = false;
    if (s->query.is_false)
        return SOLVE_NO;
    make_room(s);
    double begin = clock_seconds();
    CommandSolver command = {s->options.command, s->options.timeout_ms, &s->complaint};
    SolveAnswer answer =
        command.command
            ? command_ask(&command, backend_of(s), &s->query, assumed, n, is_used, s->values)
            : backend_ask_assuming(backend_of(s), &s->query, assumed, n, is_used, s->values);
    s->figures.solver_ns += (u64)((clock_seconds() - begin) * 1e9);
    s->figures.gave_up += answer == SOLVE_GAVE_UP;
    s->nvalues = 1;
    s->nasked = s->query.nnodes;
    s->has_model = answer == SOLVE_YES;
    if (answer == SOLVE_NO)
        tell_all_refuted(s, is_used, n);
    if (answer != SOLVE_YES || all_hold(s, assumed, n))
        return answer;
    ENSURE(command.command && "the numbers of the solver do not fulfil the query");
    text_add(&s->complaint, "the numbers of the solver '%s' do not fulfil the condition",
             command.command);
    s->has_model = false;
    return SOLVE_GAVE_UP;
}

static bool has_floats(const Query *q) {
    SolveId id = 1;
    while (id < q->nnodes && !(q->nodes[id].op < TERM_COUNT && term_is_float(q->nodes[id].op)))
        id++;
    return id < q->nnodes;
}

SolveAnswer solve_ask_beyond(Solver *s, SolveId inner, u32 side) {
    ENSURE(inner && inner < s->query.nnodes && side);
    s->figures.asked++;
    s->has_model = false;
    if (s->query.is_false)
        return SOLVE_NO;
    if (has_floats(&s->query)) // for all floats is more than Z3 can do in useful time
        return SOLVE_GAVE_UP;
    Text script = {0};
    double begin = clock_seconds();
    SolveAnswer answer =
        backend_ask_beyond(backend_of(s), &s->query, inner, side, refuted ? &script : NULL);
    s->figures.solver_ns += (u64)((clock_seconds() - begin) * 1e9);
    if (script.len)
        refuted(text_str(&script));
    text_done(&script);
    return answer;
}

bool solve_write(Solver *s, const SolveId *assumed, u32 n, Text *out) {
    return backend_write_query(backend_of(s), &s->query, assumed, n, out);
}

const char *solve_complaint(const Solver *s) { return text_str(&s->complaint); }
u32 solve_terms(const Solver *s) { return s->query.nnodes - 1; }

// ---- the query as words -------------------------------------------------------------------------

_Static_assert(sizeof(Node) % sizeof(u32) == 0, "a node is words");

void solve_words(const Solver *s, SolveId term, SolveWords *out) {
    const Query *q = &s->query;
    u32 of_nodes = q->nnodes * (u32)(sizeof(Node) / sizeof(u32)), n = of_nodes + q->nrequired + 2;
    VEC_RESERVE(out->words, 0, out->cap, n);
    memcpy(out->words, q->nodes, of_nodes * sizeof(u32));
    if (q->nrequired)
        memcpy(out->words + of_nodes, q->required, q->nrequired * sizeof(u32));
    out->words[n - 2] = q->nrequired;
    out->words[n - 1] = term;
    out->n = n;
}

void solve_words_done(SolveWords *w) { VEC_FREE(w->words, w->cap); }

bool solve_words_same(const SolveWords *a, const SolveWords *b) {
    return a->n == b->n && (!a->n || memcmp(a->words, b->words, a->n * sizeof *a->words) == 0);
}
