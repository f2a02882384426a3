// SPDX-License-Identifier: Apache-2.0
// All interleavings in one formula. Where a node has several branches, an unknown number says which
// of them is taken: t3 = 1 is the second branch of a node at depth 3. The formula is true of the
// schedules, together with unknown values, that end in a violation.
//
// The approach uw asks for few schedules first: all other branches than the first ones are
// forbidden. If the refutation needs that some of these are, they are allowed, and it asks again;
// otherwise it is one for all schedules.
#include "smt/smt_int.h"

enum { BRANCH_BITS = 32 };

// Branches that end in one way, as a term of a solver's query.
typedef struct Formula {
    Solver *solver;
    SolveId *guards; // by level: which schedules lead there
    u32 nguards, cap;
    SolveId *ends; // one for each branch that ends so: what leads there
    u32 nends, ends_cap;
} Formula;

typedef struct All {
    Tree *tree;
    Formula violations, unwound;
    u32 *widths; // by level: the most branches of a node
    u32 nwidths, cap;
} All;

static void formula_init(Formula *f, const Tree *t) {
    f->solver = tree_solver(t);
    solve_begin(f->solver);
    VEC_PUSH(f->guards, f->nguards, f->cap) = solve_number(f->solver, 1, 1);
}

static void formula_done(Formula *f) {
    solver_free(f->solver);
    VEC_FREE(f->guards, f->cap);
    VEC_FREE(f->ends, f->ends_cap);
}

static SolveId both(Solver *s, SolveId a, SolveId b) {
    return solve_apply(s, TERM_AND, 1, 1, 0, (SolveId[]){a, b}, 2);
}

static SolveId branch(Solver *s, u32 level) {
    return solve_unknown(s, SOLVE_NAMES + level, BRANCH_BITS);
}

static SolveId compared(Solver *s, TermOp op, u32 level, u32 k) {
    SolveId args[2] = {branch(s, level), solve_number(s, k, BRANCH_BITS)};
    return solve_apply(s, op, BRANCH_BITS, 1, 0, args, 2);
}

// Which schedules take branch k of n at the level.
static SolveId guard(Formula *f, u32 level, u32 k, u32 n) {
    SolveId above = f->guards[level];
    ENSURE(level < f->nguards && k < n);
    return n > 1 ? both(f->solver, above, compared(f->solver, TERM_EQ, level, k)) : above;
}

static void set_guard(Formula *f, u32 level, SolveId g) {
    ENSURE(level > 0 && level <= f->nguards);
    if (level == f->nguards)
        VEC_PUSH(f->guards, f->nguards, f->cap) = g;
    f->guards[level] = g;
}

static void widen(All *a, u32 level, u32 n) {
    while (a->nwidths <= level)
        VEC_PUSH(a->widths, a->nwidths, a->cap) = 0;
    if (n > a->widths[level])
        a->widths[level] = n;
}

static bool enter(void *self, u32 k, u32 n) {
    All *a = self;
    u32 level = a->tree->depth - 2;
    widen(a, level, n);
    set_guard(&a->violations, level + 1, guard(&a->violations, level, k, n));
    set_guard(&a->unwound, level + 1, guard(&a->unwound, level, k, n));
    return true;
}

static void add(All *a, Formula *f, u32 level, u32 k, u32 n) {
    SolveId way = guard(f, level, k, n), condition = tree_condition(a->tree, f->solver);
    VEC_PUSH(f->ends, f->nends, f->ends_cap) = both(f->solver, way, condition);
}

static bool leaf(void *self, Leaf leaf, u32 k, u32 n) {
    All *a = self;
    Tree *t = a->tree;
    u32 level = leaf == LEAF_VIOLATION ? t->depth - 1 : t->depth - 2;
    if (leaf == LEAF_VIOLATION) {
        t->figures->interleavings++;
        widen(a, level, n);
        add(a, &a->violations, level, k, n);
    }
    if (leaf == LEAF_UNWOUND && !t->options->no_unwinding_assertions)
        add(a, &a->unwound, level, k, n);
    return true;
}

// ---- asking -------------------------------------------------------------------------------------

static SolveAnswer ask_at_once(All *a, Formula *f) {
    u64 number;
    if (!solve_is_number(f->solver, require_any(f->solver, f->ends, f->nends), &number))
        tree_note_condition(a->tree, f->solver, NULL, 0);
    return solve_ask(f->solver);
}

// What is forbidden at first: all branches but the first one of each node.
typedef struct Forbidden {
    SolveId *items;
    bool *is_used; // by the last refutation
    u32 n, cap;
} Forbidden;

static Forbidden forbidden(All *a) {
    Forbidden f = {0};
    for (u32 level = 0; level < a->nwidths; level++)
        for (u32 k = 1; k < a->widths[level]; k++)
            VEC_PUSH(f.items, f.n, f.cap) = compared(a->violations.solver, TERM_NE, level, k);
    f.is_used = mem_zalloc((f.cap + 1) * sizeof *f.is_used);
    return f;
}

// Those that the refutation needs are allowed. False: it needs none.
static bool allow_used(Forbidden *f) {
    u32 kept = 0, had = f->n;
    for (u32 i = 0; i < had; i++)
        if (!f->is_used[i])
            f->items[kept++] = f->items[i];
    f->n = kept;
    ENSURE(kept <= had);
    return kept < had;
}

static SolveAnswer ask_wider_and_wider(All *a, Formula *f) {
    SolveAnswer answer;
    u64 number;
    if (solve_is_number(f->solver, require_any(f->solver, f->ends, f->nends), &number)) {
        a->tree->figures->iterations = 1;
        return solve_ask(f->solver); // whatever is forbidden
    }
    Forbidden not = forbidden(a);
    do {
        tree_note_condition(a->tree, f->solver, not.items, not.n);
        a->tree->figures->iterations++;
        answer = solve_ask_assuming(f->solver, not.items, not.n, not.is_used);
    } while (answer == SOLVE_NO && allow_used(&not));
    mem_free(not.is_used, (not.cap + 1) * sizeof *not.is_used);
    VEC_FREE(not.items, not.cap);
    return answer;
}

static SolveAnswer ask(All *a) {
    return a->tree->options->approach == SMT_UW ? ask_wider_and_wider(a, &a->violations)
                                                : ask_at_once(a, &a->violations);
}

static u32 choose(void *solver, u32 level) {
    return (u32)solve_value(solver, branch(solver, level));
}

static void conclude(All *a, SolveAnswer answer) {
    Tree *t = a->tree;
    if (answer == SOLVE_GAVE_UP)
        tree_gave_up(t, a->violations.solver);
    if (answer == SOLVE_YES) {
        u64 transitions = t->result->figures.transitions;
        Leaf end = tree_follow(t, choose, a->violations.solver);
        t->result->figures.transitions = transitions; // they were counted
        double deadline = vm_options(drive_machine(t->drive))->solver_deadline;
        bool has_no_time = deadline > 0 && clock_seconds() >= deadline;
        bool has_given_up = exploration_questions(drive_exploration(t->drive)).gave_up > 0;
        ENSURE((end == LEAF_VIOLATION || has_given_up || has_no_time) &&
               "the solver's schedule ends in no violation");
        t->figures->failed = 1;
        if (end == LEAF_VIOLATION)
            tree_found(t);
        else
            tree_gave_up(t, NULL);
    }
    if (answer != SOLVE_NO || t->options->no_unwinding_assertions)
        return;
    SolveAnswer more = ask_at_once(a, &a->unwound);
    if (more == SOLVE_GAVE_UP)
        tree_gave_up(t, a->unwound.solver);
    if (more == SOLVE_YES)
        tree_note_unwound(t);
}

void schedule_run(Tree *t) {
    All a = {.tree = t};
    formula_init(&a.violations, t);
    formula_init(&a.unwound, t);
    tree_walk(t, &(Walk){&a, enter, leaf, NULL});
    // What a walk that was stopped has seen so far may be wrong as well, but there is no time.
    if (!t->is_stopped)
        conclude(&a, ask(&a));
    t->figures->seconds += (double)(solver_figures(a.violations.solver).solver_ns +
                                    solver_figures(a.unwound.solver).solver_ns) /
                           1e9;
    formula_done(&a.violations);
    formula_done(&a.unwound);
    VEC_FREE(a.widths, a.cap);
}
