// SPDX-License-Identifier: Apache-2.0
// The lazy approach: interleavings one by one. A branch that no numbers lead to is cut where it
// begins. What could go wrong on the way is kept until the end of an interleaving is reached: then
// one condition asks for all of it.
#include "smt/smt_int.h"

// Something that goes wrong if its condition is fulfilled.
typedef struct Claim {
    SolveId condition;
    FaultKind kind;
    u32 depth; // of the node that it hangs from
    Choice *steps;
    u32 nsteps, cap;
} Claim;

typedef struct Lazy {
    Tree *tree;
    Solver *solver; // its query has the conditions of the claims
    Claim *claims;
    u32 n, cap;
} Lazy;

static void drop_claims(Lazy *z) {
    for (u32 i = 0; i < z->n; i++)
        VEC_FREE(z->claims[i].steps, z->claims[i].cap);
    z->n = 0;
    solve_begin(z->solver); // the conditions were terms of the last query
    ENSURE(solve_terms(z->solver) == 0);
}

// The path becomes that of the claim.
static void report(Lazy *z, const Claim *c) {
    Tree *t = z->tree;
    Schedule now = t->path;
    ENSURE(c->nsteps > 0);
    t->path = (Schedule){.steps = c->steps, .len = c->nsteps, .cap = c->cap};
    t->kind = c->kind;
    if (t->result->found.n == 0)
        tree_found(t);
    t->path = now;
}

// Which claim comes true with the numbers of the last answer.
static u32 find_true(const Lazy *z) {
    u32 i = 0;
    while (i < z->n && solve_value(z->solver, z->claims[i].condition) != 1)
        i++;
    ENSURE(i < z->n);
    return i;
}

// All at once are too hard for the solver: one of them may not be.
static SolveAnswer ask_each(Lazy *z, u32 *found) {
    SolveAnswer answer = SOLVE_NO;
    for (u32 i = 0; i < z->n && answer != SOLVE_YES; i++) {
        bool is_used;
        tree_note_condition(z->tree, z->solver, &z->claims[i].condition, 1);
        SolveAnswer a = solve_ask_assuming(z->solver, &z->claims[i].condition, 1, &is_used);
        answer = a == SOLVE_NO ? answer : a;
        *found = i;
    }
    return answer;
}

static SolveAnswer ask_all(Lazy *z, u32 *found) {
    SolveId *terms = mem_alloc(z->n * sizeof *terms);
    u64 number;
    for (u32 i = 0; i < z->n; i++)
        terms[i] = z->claims[i].condition;
    if (!solve_is_number(z->solver, require_any(z->solver, terms, z->n), &number))
        tree_note_condition(z->tree, z->solver, NULL, 0);
    mem_free(terms, z->n * sizeof *terms);
    SolveAnswer a = solve_ask(z->solver);
    if (a == SOLVE_GAVE_UP && z->n > 1)
        return ask_each(z, found);
    if (a == SOLVE_YES)
        *found = find_true(z);
    return a;
}

// Whether one of the claims comes true. False: the walk is over.
static bool ask(Lazy *z) {
    Tree *t = z->tree;
    u32 found = 0;
    if (z->n == 0)
        return true;
    SolveAnswer a = ask_all(z, &found);
    if (a == SOLVE_GAVE_UP)
        tree_gave_up(t, z->solver);
    t->figures->failed += a == SOLVE_YES;
    if (a == SOLVE_YES)
        report(z, &z->claims[found]);
    drop_claims(z);
    return a != SOLVE_YES || t->options->counts_all;
}

static void claim(Lazy *z) {
    Tree *t = z->tree;
    Claim c = {.condition = tree_condition(t, z->solver), .kind = t->kind, .depth = t->depth};
    ENSURE(c.kind != FAULT_NONE && t->path.len == t->depth);
    ENSURE(z->n == 0 || z->claims[z->n - 1].depth <= c.depth);
    for (u32 i = 0; i < t->path.len; i++)
        VEC_PUSH(c.steps, c.nsteps, c.cap) = t->path.steps[i];
    VEC_PUSH(z->claims, z->n, z->cap) = c;
}

// What is certain ends its interleaving; the others go on beside it.
static bool is_certain(const Lazy *z) {
    u64 number;
    return z->n && solve_is_number(z->solver, z->claims[z->n - 1].condition, &number) && number;
}

static bool enter(void *self, u32 k, u32 n) {
    Lazy *z = self;
    Tree *t = z->tree;
    const Level *above = &t->levels[t->depth - 2];
    ENSURE(k < n && n == above->nmoves);
    if (above->moves[k].is_truth && !tree_is_possible(t))
        t->levels[t->depth - 1].nmoves = 0; // there is nothing below it
    return true;
}

static bool leaf(void *self, Leaf leaf, u32 k, u32 n) {
    Lazy *z = self;
    Tree *t = z->tree;
    (void)k;
    (void)n;
    if (leaf == LEAF_VIOLATION) {
        claim(z);
        t->figures->interleavings += is_certain(z);
        return !is_certain(z) || ask(z);
    }
    if (leaf == LEAF_UNWOUND && !t->options->no_unwinding_assertions && tree_is_possible(t))
        tree_note_unwound(t);
    return leaf == LEAF_NOWHERE || ask(z);
}

// Claims that hang from the node have waited for the end of an interleaving below it in vain: they
// are ends themselves.
static bool leave(void *self) {
    Lazy *z = self;
    Tree *t = z->tree;
    if (!z->n || z->claims[z->n - 1].depth < t->depth)
        return true;
    u64 failed = t->figures->failed;
    bool goes_on = ask(z);
    t->figures->interleavings += t->figures->failed - failed;
    return goes_on;
}

void lazy_run(Tree *t) {
    Lazy z = {.tree = t, .solver = tree_solver(t)};
    solve_begin(z.solver);
    tree_walk(t, &(Walk){&z, enter, leaf, leave});
    if (!t->missing) // a walk that was stopped may have left some
        ask(&z);
    drop_claims(&z);
    t->figures->seconds += (double)solver_figures(z.solver).solver_ns / 1e9;
    solver_free(z.solver);
    VEC_FREE(z.claims, z.cap);
}
