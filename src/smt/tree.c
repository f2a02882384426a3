// SPDX-License-Identifier: Apache-2.0
// The tree of all interleavings, walked depth-first. A node is a state with the way that led to it;
// its branches are the threads that can go on, each with its choices, first the one that came here.
// A step goes to the next operation that others could see (tau+, but for loops that have none).
//
// The machine is open: at a branch that depends on unknown values both sides are branches of the
// tree, and the condition of a node says which numbers lead there; perhaps none.
//
// SOUND: A walk leaves nothing out but what its bounds say, and what it would find again: a node
// with the state of one above it, with the same thread, no fewer switches, and loops that went
// round no less often, has nothing below it that the other has not.
#include "smt/smt_int.h"

#include <string.h>

// ---- limits -------------------------------------------------------------------------------------

static void stop(Tree *t, const char *why) {
    verdict_cut_stop(&t->result->verdict, false, why);
    verdict_limit(&t->result->verdict);
    t->is_stopped = true;
}

static bool is_over(Tree *t) {
    const SearchOptions *o = t->options->search;
    const volatile int *interrupted = o->explore.interrupted;
    Text why = {0};
    if (t->is_stopped || drive_must_stop(t->drive)) {
        ENSURE(t->result->verdict.ncuts > 0 || t->missing); // somebody has said why
        t->is_stopped = true;
    } else if (interrupted && *interrupted)
        text_add(&why, "interrupted");
    else if (o->time_limit > 0 &&
             clock_seconds() > (o->deadline > 0 ? o->deadline : t->begin + o->time_limit))
        text_add(&why, "time limit of %g s reached", o->time_limit);
    else if (o->depth_limit && t->path.len >= o->depth_limit)
        text_add(&why, "depth limit of %llu steps reached", (unsigned long long)o->depth_limit);
    if (why.len)
        stop(t, text_str(&why));
    text_done(&why);
    return t->is_stopped;
}

// For the live line, and for who ends it in the middle of something.
static void show(Tree *t) {
    const SearchOptions *o = t->options->search;
    Figures *f = &t->result->figures;
    f->workers = 1;
    f->seconds = clock_seconds() - t->begin;
    f->memory = mem_real();
    search_publish(f);
    search_publish_reason(text_str(&t->result->verdict.reason));
    if (o->progress)
        o->progress(o->progress_arg, f);
}

// ---- levels -------------------------------------------------------------------------------------

static void level_done(Level *l) {
    VEC_FREE(l->state, l->state_cap);
    VEC_FREE(l->moves, l->moves_cap);
    loops_done(&l->loops);
}

// The state that the drive is in.
static void keep_state(Tree *t, Level *l) {
    const StateWord *state = drive_vector(t->drive, &l->compared);
    u32 n = vector_words(state);
    VEC_RESERVE(l->state, 0, l->state_cap, n);
    memcpy(l->state, state, n * sizeof *state);
    l->hash = hash_bytes(l->state, l->compared * sizeof *state, 0);
}

static Level *push_level(Tree *t) {
    if (t->depth == t->levels_cap) {
        VEC_RESERVE(t->levels, t->depth, t->levels_cap, 1);
        memset(t->levels + t->depth, 0, (t->levels_cap - t->depth) * sizeof *t->levels);
    }
    Level *l = &t->levels[t->depth++];
    l->nmoves = l->next = 0;
    return l;
}

static bool is_truth(const Tree *t, ThreadId k) {
    PendKind kind = vm_thread(drive_machine(t->drive), k)->pend.kind;
    return kind == PEND_TRUTH || kind == PEND_LOOK;
}

// Whether going on with thread k is a context switch.
static bool is_switch(const Tree *t, const Level *l, ThreadId k) {
    return t->depth > 1 && k != l->last;
}

static void add_moves(Tree *t, Level *l, ThreadId k) {
    u32 n = drive_alternatives(t->drive, k);
    bool truth = n > 0 && is_truth(t, k);
    for (u32 a = 0; a < n; a++)
        VEC_PUSH(l->moves, l->nmoves, l->moves_cap) = (Move){k, a, truth};
}

// All moves from the deepest level. Whether the bound on switches has left some out.
static bool find_moves(Tree *t, Level *l) {
    u32 n = drive_threads(t->drive);
    i64 bound = t->options->context_bound;
    bool leaves_out = false;
    ENSURE(l->nmoves == 0 && l->next == 0);
    ENSURE(l->last == THREAD_NONE || l->last < n);
    drive_machine_there(t->drive);
    if (l->last != THREAD_NONE)
        add_moves(t, l, l->last);
    for (ThreadId k = 0; k < n; k++) {
        if (k == l->last)
            continue;
        if (bound >= 0 && is_switch(t, l, k) && l->switches >= bound)
            leaves_out = leaves_out || drive_alternatives(t->drive, k) > 0;
        else
            add_moves(t, l, k);
    }
    t->leaves_out = t->leaves_out || leaves_out;
    return leaves_out;
}

// A question that was answered, and is asked again at once: the machine has not understood the
// answer. (An endless loop with a question has more instructions.)
static bool is_asked_again(const Tree *t) {
    const Choice *c = &t->path.steps[t->path.len - 1];
    const Vm *vm = drive_machine_there(t->drive);
    return c->length <= 1 && c->thread < vm_nthreads(vm) &&
           pend_has_value(vm_thread(vm, c->thread)->pend.kind);
}

static bool is_round(const Tree *t, const Level *l) {
    bool is = false;
    for (u32 i = 0; i + 1 < t->depth && !is; i++) {
        const Level *above = &t->levels[i];
        is = above->hash == l->hash && above->compared == l->compared && above->last == l->last &&
             above->switches <= l->switches && loops_are_fewer(&above->loops, &l->loops) &&
             memcmp(above->state, l->state, l->compared * sizeof *l->state) == 0;
        ENSURE((!is || i + 2 < t->depth || !is_asked_again(t)) && "a question is asked again");
    }
    return is;
}

// Takes the steps of the path again, on a machine that is at their end then. False: there is
// nothing to know of unknown values; then *is_known says whether that is because there are none, or
// because no numbers lead there or the solver gives up, which is noted.
static bool repeat(Tree *t, bool *is_known) {
    Replayed run;
    *is_known = true;
    if (!vm_has_made_unknown(drive_machine(t->drive)))
        return false;
    u64 before = vm_questions(t->vm).gave_up;
    vm_start(t->vm);
    bool is_there = prop_replay(t->vm, &t->path, NULL, &run);
    replayed_done(&run);
    *is_known = is_there;
    if (is_there)
        return true;
    // Where numbers are asked for on the way, a branch that none lead to may end earlier.
    int is_possible = vm_questions(t->vm).gave_up > before ? -1 : vm_is_possible(t->vm);
    ENSURE(is_possible != 1 && "a branch of the tree cannot be taken again");
    if (is_possible < 0)
        tree_gave_up(t, NULL);
    return false;
}

// ---- steps --------------------------------------------------------------------------------------

static void go_back(Tree *t) {
    ENSURE(t->depth > 0 && t->path.len + 1 == t->depth);
    if (--t->depth == 0)
        return;
    t->path.len--;
    drive_return(t->drive, t->levels[t->depth - 1].state);
}

// A run has ended at the number of an object that has none. With addresses for such objects the
// walk begins again.
static void look_for_missing(Tree *t, const StepRecord *step) {
    const Vm *vm = drive_machine(t->drive);
    u64 had = vm_options(vm)->addressed;
    if (step->end != RUN_CUT || step->fault->cut != CUT_ADDRESS)
        return;
    t->missing = vm_looked_at(vm) & ~had ? vm_looked_at(vm) & ~had : vm_shown(vm) & ~had;
    t->is_stopped = t->is_stopped || t->missing;
}

// What steps have found beside violations: cuts, and faults that nobody asked for.
static bool has_findings(const Tree *t) {
    return t->verdict.ncuts > 0 || t->first_unasked.kind != FAULT_NONE;
}

static void forget_findings(Tree *t) {
    verdict_done(&t->verdict);
    verdict_init(&t->verdict);
    memset(t->unasked, 0, sizeof t->unasked);
    fault_forget(&t->first_unasked);
}

static void add_cut(Verdict *to, const Verdict *from) {
    const char *why = text_str(&from->reason);
    switch (from->rank) {
    case REASON_RUN: verdict_cut_run(to, from->is_input_at_fault, why); break;
    case REASON_SEARCH: verdict_cut(to, "%s", why); break;
    case REASON_STOP: verdict_cut_stop(to, from->is_input_at_fault, why); break;
    }
}

static void take_findings(Tree *t) {
    SearchResult *r = t->result;
    if (t->verdict.ncuts)
        add_cut(&r->verdict, &t->verdict);
    for (u32 k = 0; k < FAULT_COUNT; k++)
        r->unasked[k] += t->unasked[k];
    if (r->first_unasked.kind == FAULT_NONE && t->first_unasked.kind != FAULT_NONE)
        fault_copy(&r->first_unasked, &t->first_unasked);
    forget_findings(t);
}

// They count if numbers lead there.
static void judge_findings(Tree *t) {
    bool is_known;
    if (!has_findings(t))
        return;
    if (!repeat(t, &is_known) || vm_is_possible(t->vm) != 0) {
        take_findings(t);
        return;
    }
    forget_findings(t);
    drive_go_on(t->drive);
    ENSURE(!has_findings(t) && !drive_must_stop(t->drive));
}

// Takes a move from the deepest level. *has_level: it leads to a node, which is the deepest one
// now.
static Leaf take(Tree *t, Move m, bool *has_level) {
    Level *from = &t->levels[t->depth - 1];
    bool switches = is_switch(t, from, m.thread);
    ENSURE(t->path.len + 1 == t->depth); // a step for each node but the first
    Ending end = drive_step(t->drive, m.thread, m.alternative);
    const StepRecord *step = drive_last(t->drive);
    bool has_ended = step->end == RUN_DONE;
    t->result->figures.transitions++;
    VEC_PUSH(t->path.steps, t->path.len, t->path.cap) = end.how;
    *has_level = false;
    if (t->path.len > t->result->figures.depth)
        t->result->figures.depth = t->path.len;
    judge_findings(t);
    if (end.end == STEP_VIOLATION) {
        t->kind = drive_fault(t->drive)->kind;
        return LEAF_VIOLATION;
    }
    if (end.end == STEP_CUT)
        look_for_missing(t, step);
    if (end.end != STEP_ON)
        return end.end == STEP_EXIT ? LEAF_END : LEAF_NOWHERE;
    Level *l = push_level(t);
    from = &t->levels[t->depth - 2];
    l->last = has_ended ? THREAD_NONE : m.thread;
    l->switches = from->switches + switches;
    ENSURE(t->options->context_bound < 0 || l->switches <= t->options->context_bound);
    loops_copy(&l->loops, &from->loops);
    i64 most = t->options->unwind;
    bool is_within = most < 0 || loops_add(&l->loops, t->program, step, (u32)most);
    if (has_ended)
        loops_end(&l->loops, m.thread);
    drive_go(t->drive, m.thread, m.alternative);
    keep_state(t, l);
    *has_level = true;
    return is_within ? LEAF_NONE : LEAF_UNWOUND;
}

// The step of the deepest level, or the move that was taken last, is undone.
static void take_back(Tree *t, bool has_level) {
    if (has_level) {
        go_back(t);
        return;
    }
    t->path.len--;
    drive_return(t->drive, t->levels[t->depth - 1].state);
}

// Whether the node that was entered last is an end, because of a bound or because nothing can go
// on.
static Leaf end_of(Tree *t, Level *l) {
    if (!t->options->no_rounds && is_round(t, l))
        return LEAF_ROUND;
    bool leaves_out = find_moves(t, l);
    judge_findings(t); // to look at a state may tell something, too
    if (l->nmoves)
        return LEAF_NONE;
    return leaves_out ? LEAF_SWITCHES : LEAF_END;
}

// ---- walking ------------------------------------------------------------------------------------

static void count_leaf(Tree *t, Leaf leaf) {
    t->figures->interleavings += leaf != LEAF_NOWHERE && leaf != LEAF_VIOLATION;
    t->result->figures.runs_ended += leaf == LEAF_END;
}

// Takes the next move of the deepest level. False: the walk is over.
static bool walk_on(Tree *t, const Walk *w) {
    Level *l = &t->levels[t->depth - 1];
    u32 k = l->next++, n = l->nmoves;
    Move m = l->moves[k];
    bool has_level;
    Leaf leaf = take(t, m, &has_level);
    if (leaf == LEAF_NONE)
        leaf = end_of(t, &t->levels[t->depth - 1]);
    if (leaf == LEAF_NONE) {
        t->result->figures.states++;
        return !w->enter || w->enter(w->self, k, n);
    }
    count_leaf(t, leaf);
    bool goes_on = w->leaf(w->self, leaf, k, n);
    take_back(t, has_level);
    return goes_on;
}

static bool start(Tree *t) {
    StepEnd end = drive_start(t->drive);
    if (end == STEP_VIOLATION) { // an invariant that does not hold before anything was done
        t->kind = drive_fault(t->drive)->kind;
        t->figures->interleavings = t->figures->failed = 1;
        tree_found(t);
    }
    judge_findings(t);
    if (end != STEP_ON) {
        t->is_stopped = true;
        return false;
    }
    Level *l = push_level(t);
    l->last = THREAD_NONE;
    l->switches = 0;
    l->loops.n = 0;
    keep_state(t, l);
    find_moves(t, l);
    judge_findings(t);
    return true;
}

void tree_walk(Tree *t, const Walk *w) {
    bool goes_on = start(t);
    while (goes_on && t->depth > 0 && !is_over(t)) {
        Level *l = &t->levels[t->depth - 1];
        if (l->next < l->nmoves) {
            goes_on = walk_on(t, w);
        } else {
            goes_on = !w->leave || w->leave(w->self);
            go_back(t);
        }
        show(t);
    }
}

Leaf tree_follow(Tree *t, u32 (*choose)(void *self, u32 level), void *self) {
    Leaf leaf = LEAF_NONE;
    bool has_level;
    t->depth = t->path.len = 0;
    if (!start(t))
        return LEAF_NOWHERE;
    while (leaf == LEAF_NONE) {
        Level *l = &t->levels[t->depth - 1];
        u32 k = l->nmoves > 1 ? choose(self, t->depth - 1) : 0;
        if (k >= l->nmoves) // a question on the way has no answer in time
            return LEAF_NOWHERE;
        leaf = take(t, l->moves[k], &has_level);
        if (leaf == LEAF_NONE)
            leaf = end_of(t, &t->levels[t->depth - 1]);
    }
    return leaf;
}

// ---- conditions ---------------------------------------------------------------------------------

SolveId tree_condition(Tree *t, Solver *s) {
    bool is_known;
    return repeat(t, &is_known) ? vm_condition(t->vm, s) : solve_number(s, is_known, 1);
}

bool tree_is_possible(Tree *t) {
    int can = vm_is_possible(drive_machine_there(t->drive));
    if (can < 0)
        tree_gave_up(t, NULL);
    return can == 1;
}

void tree_note_unwound(Tree *t) {
    i64 most = t->options->unwind;
    verdict_cut(&t->result->verdict,
                "a loop or a recursion goes on more than %lld time%s (--unwind)", (long long)most,
                most == 1 ? "" : "s");
}

// Term by term it would become a chain, which solvers do not like.
SolveId require_any(Solver *s, SolveId *terms, u32 n) {
    SolveId any = n ? 0 : solve_number(s, 0, 1);
    for (; n > 1; n = (n + 1) / 2)
        for (u32 i = 0; i < n / 2; i++) {
            SolveId pair[2] = {terms[i], terms[n - 1 - i]};
            terms[i] = solve_apply(s, TERM_OR, 1, 1, 0, pair, 2);
        }
    any = any ? any : terms[0];
    solve_require(s, any);
    return any;
}

static u32 solver_ms(const Tree *t) { return t->options->search->explore.vm.solver_ms; }

Solver *tree_solver(const Tree *t) {
    return solver_new(&(SolverOptions){.timeout_ms = solver_ms(t), .command = t->options->solver});
}

// One formula for all may take all the time that there is; one of many must not.
static void set_time(const Tree *t, Solver *s) {
    const SearchOptions *o = t->options->search;
    double deadline = o->deadline > 0 ? o->deadline : t->begin + o->time_limit;
    double left = o->time_limit > 0 ? (deadline - clock_seconds()) * 1000 : 0;
    bool is_one = t->options->approach != SMT_LAZY;
    u32 most = is_one ? 0 : solver_ms(t);
    u32 rest = o->time_limit > 0 ? (left > 1 ? (left < 1e9 ? (u32)left : 1000000000) : 1) : 0;
    solver_set_timeout(s, !most || (rest && rest < most) ? rest : most);
}

// Who has got all the time that was left ends a little before that, or after it.
static bool is_out_of_time(const Tree *t) {
    const SearchOptions *o = t->options->search;
    double deadline = o->deadline > 0 ? o->deadline : t->begin + o->time_limit;
    return o->time_limit > 0 && clock_seconds() > deadline - 0.05;
}

void tree_gave_up(Tree *t, const Solver *s) {
    const char *why = s ? solve_complaint(s) : "";
    if (is_out_of_time(t))
        verdict_cut(&t->result->verdict, "time limit of %g s reached",
                    t->options->search->time_limit);
    else
        verdict_cut(&t->result->verdict, "%s",
                    *why ? why : "the solver gives up on the condition of a run");
}

void tree_note_condition(Tree *t, Solver *s, const SolveId *assumed, u32 n) {
    u64 terms = solve_terms(s);
    set_time(t, s);
    t->figures->terms = terms > t->figures->terms ? terms : t->figures->terms;
    u64 number = ++t->figures->conditions;
    if (!t->conditions || t->is_write_failed)
        return;
    Text script = {0};
    text_add(&script, "; condition %llu\n(push 1)\n", (unsigned long long)number);
    bool is_ok = solve_write(s, assumed, n, &script);
    text_add(&script, n ? "(check-sat-assuming (" : "(check-sat");
    for (u32 i = 0; i < n; i++)
        text_add(&script, "%sa%u", i ? " " : "", i);
    text_add(&script, n ? "))\n(pop 1)\n" : ")\n(pop 1)\n");
    t->is_write_failed = !is_ok || fputs(text_str(&script), t->conditions) == EOF;
    text_done(&script);
}

void tree_found(Tree *t) {
    SearchResult *r = t->result;
    Violation *v = violations_add(&r->found);
    ENSURE(t->kind != FAULT_NONE);
    v->fault.kind = t->kind;
    for (u32 i = 0; i < t->path.len; i++)
        VEC_PUSH(v->schedule.steps, v->schedule.len, v->schedule.cap) = t->path.steps[i];
    bool is_right = search_confirm(t->program, &t->options->search->explore, r, v);
    bool is_beyond_solver = v->is_beyond_solver;
    ENSURE((is_right || is_beyond_solver) &&
           "the replay of a counterexample found no violation, or another one");
    if (is_right) {
        search_publish_found(&r->found);
        return;
    }
    violations_drop_last(&r->found);
    tree_gave_up(t, NULL);
}

// ---- beginning and end --------------------------------------------------------------------------

void tree_init(Tree *t, const Program *p, const SmtOptions *o, SearchResult *r, SmtFigures *f) {
    const ExploreOptions *e = &o->search->explore;
    ENSURE(e->passes_loops && e->context_bound < 0 && e->vm.is_open);
    *t = (Tree){.program = p, .options = o, .result = r, .figures = f, .begin = clock_seconds()};
    verdict_init(&t->verdict);
    t->found = (Findings){&t->verdict, t->unasked, &r->gone_on, &t->first_unasked};
    t->drive = drive_new_with(p, e, (ExploreUse){0}, &t->found);
    VmOptions vm = r->vm;
    vm.keeps_conditions = true;
    t->vm = vm_new(p, &vm);
}

// What no run has come to is known if all were looked at. (Branches that no numbers lead to may
// have reached something, too: then less is told.)
static void find_unreached(Tree *t) {
    size_t bytes = program_nreached(t->program) * sizeof(bool);
    if (t->is_stopped || t->result->found.n)
        return;
    bool *reached = mem_zalloc(bytes);
    u8 *assumed = mem_zalloc(t->program->ncode);
    exploration_add_reached(drive_exploration(t->drive), reached);
    exploration_add_assumed(drive_exploration(t->drive), assumed);
    unreached_find(&t->result->unreached, t->program, reached, assumed);
    mem_free(reached, bytes);
    mem_free(assumed, t->program->ncode);
}

void tree_done(Tree *t) {
    SearchResult *r = t->result;
    const Exploration *x = drive_exploration(t->drive);
    VmQuestions again = vm_questions(t->vm);
    drive_findings(t->drive);
    if (has_findings(t))
        take_findings(t);
    r->bounds_met = exploration_bounds_met(x);
    explore_name_bounds_met(&t->options->search->explore, r->bounds_met, &r->verdict);
    find_unreached(t);
    r->figures.questions = exploration_questions(x);
    r->figures.questions.n += again.n;
    r->figures.questions.seconds += again.seconds;
    r->figures.instructions = exploration_instructions(x);
    r->figures.runs_assumed_away = exploration_runs_assumed_away(x);
    show(t);
    drive_free(t->drive);
    verdict_done(&t->verdict);
    text_done(&t->first_unasked.text);
    vm_free(t->vm);
    for (u32 i = 0; i < t->levels_cap; i++)
        level_done(&t->levels[i]);
    VEC_FREE(t->levels, t->levels_cap);
    schedule_done(&t->path);
}
