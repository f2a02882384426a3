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
    solve_begin(z->solver);
}

// The path becomes that of the claim.
static void report(Lazy *z, const Claim *c) {
    Tree *t = z->tree;
    Schedule now = t->path;
    t->path = (Schedule){.steps = c->steps, .len = c->nsteps, .cap = c->cap};
    t->kind = c->kind;
    if (t->result->found.n == 0)
        tree_found(t);
    t->path = now;
}

// Whether one of the claims comes true. False: the walk is over.
static bool ask(Lazy *z) {
    Tree *t = z->tree;
    SolveId any = solve_number(z->solver, 0, 1);
    u64 number;
    if (z->n == 0)
        return true;
    for (u32 i = 0; i < z->n; i++)
        any = solve_apply(z->solver, TERM_OR, 1, 1, 0, (SolveId[]){any, z->claims[i].condition}, 2);
    bool is_number = solve_is_number(z->solver, any, &number);
    solve_require(z->solver, any);
    if (!is_number)
        tree_note_condition(t, z->solver, NULL, 0);
    SolveAnswer a = solve_ask(z->solver);
    if (a == SOLVE_GAVE_UP)
        tree_gave_up(t, z->solver);
    for (u32 i = 0; i < z->n && a == SOLVE_YES; i++) {
        if (solve_value(z->solver, z->claims[i].condition) != 1)
            continue;
        t->figures->failed++;
        report(z, &z->claims[i]);
        break;
    }
    drop_claims(z);
    return a != SOLVE_YES || t->options->counts_all;
}

static void claim(Lazy *z) {
    Tree *t = z->tree;
    Claim c = {.condition = tree_condition(t, z->solver), .kind = t->kind, .depth = t->depth};
    for (u32 i = 0; i < t->path.len; i++)
        VEC_PUSH(c.steps, c.nsteps, c.cap) = t->path.steps[i];
    VEC_PUSH(z->claims, z->n, z->cap) = c;
}

// What is certain ends its interleaving; the others go on beside it.
static bool is_certain(const Lazy *z) {
    u64 number;
    return z->n && solve_is_number(z->solver, z->claims[z->n - 1].condition, &number);
}

static bool enter(void *self, u32 k, u32 n) {
    Lazy *z = self;
    Tree *t = z->tree;
    const Level *above = &t->levels[t->depth - 2];
    (void)n;
    if (!above->moves[k].is_truth)
        return true;
    int can = tree_is_possible(t);
    if (can < 0)
        tree_gave_up(t, NULL);
    if (can != 1)
        t->levels[t->depth - 1].nmoves = 0; // there is nothing below it
    return true;
}

static bool is_possible(Lazy *z) {
    Tree *t = z->tree;
    int can = tree_is_possible(t);
    if (can < 0)
        tree_gave_up(t, NULL);
    return can == 1;
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
    if (leaf == LEAF_UNWOUND && !t->options->no_unwinding_assertions && is_possible(z))
        verdict_cut(&t->result->verdict,
                    "a loop or a recursion goes on more than %lld times (--unwind)",
                    (long long)t->options->unwind);
    return leaf == LEAF_NOWHERE || ask(z);
}

// Claims that hang from the node have waited for the end of an interleaving below it in vain.
static bool leave(void *self) {
    Lazy *z = self;
    return !z->n || z->claims[z->n - 1].depth < z->tree->depth || ask(z);
}

void lazy_run(Tree *t) {
    Lazy z = {.tree = t, .solver = tree_solver(t)};
    solve_begin(z.solver);
    tree_walk(t, &(Walk){&z, enter, leaf, leave});
    drop_claims(&z);
    t->figures->seconds += (double)solver_figures(z.solver).solver_ns / 1e9;
    solver_free(z.solver);
    VEC_FREE(z.claims, z.cap);
}
