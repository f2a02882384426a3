// SPDX-License-Identifier: Apache-2.0
// What is asked for of endless runs: which automaton and which order look for it, and the shortest
// way to what they have found.
#include "base/table.h"
#include "search/search_int.h"

#include <string.h>

enum { MOST_LOOKED_AT = 1 << 17 }; // states, on the way to a shorter run

// ---- what is looked for -------------------------------------------------------------------------

// Accepts everything.
static Buchi *automaton_of_all(Diag *d) {
    Arena *arena = arena_new();
    const Ltl *f = ltl_parse_names("true", arena, d);
    ENSURE(f);
    Buchi *b = buchi_translate(f, false, &(BuchiLimits){0}, d);
    arena_free(arena);
    return b;
}

// Accepts what the formula forbids; NULL with the reason as a cut of the verdict.
static Buchi *make_automaton(const PropertySet *p, Verdict *v) {
    Diag d = {0};
    Buchi *b = p->formula ? buchi_translate(p->formula, true, &(BuchiLimits){0}, &d)
                          : automaton_of_all(&d);
    if (!b)
        verdict_cut(v, "%s", diag_text(&d));
    diag_done(&d);
    return b;
}

Temporal *temporal_new(const SearchOptions *o, Verdict *v) {
    const PropertySet *p = &o->explore.properties;
    ENSURE(!o->automaton == !p->claim.accepts);
    Buchi *own = o->automaton ? NULL : make_automaton(p, v);
    if (!own && !o->automaton)
        return NULL;
    Temporal *t = mem_zalloc(sizeof *t);
    t->own = own;
    t->automaton = own ? own : o->automaton;
    t->letters = letters_new();
    t->conditions = (Conditions){.has_formula = p->formula != NULL,
                                 .fairness = p->fairness,
                                 .termination = p->termination,
                                 .livelock = p->livelock,
                                 .starvation = p->starvation};
    return t;
}

void temporal_free(Temporal *t) {
    if (!t)
        return;
    buchi_free(t->own);
    letters_free(t->letters);
    mem_free(t, sizeof *t);
}

bool temporal_reads_all(const Temporal *t) {
    const Buchi *b = t->automaton;
    bool reads = false;
    for (u32 i = b->first[b->initial]; i < b->first[b->initial + 1] && !reads; i++)
        reads = b->edges[i].to == b->initial && !b->edges[i].must && !b->edges[i].must_not;
    return reads;
}

// ---- the shortest way ---------------------------------------------------------------------------

// A breadth-first search from the beginning to the cycle that was found; or, if the run has none,
// to one that ends, or has lost, as the one that was found does.
typedef struct Shortening {
    Product product;
    const LassoFound *found;
    Table places;    // by colour: 1 + the place in the cycle
    Children states; // in the order in which they were met
    u32 *from;       // by state: the one that leads to it
    u32 nfrom, from_cap;
    u32 *letters; // by state that was expanded
    u32 nletters, letters_cap;
    Table seen;
    Children next;  // of the state that is expanded
    Unpacked state; // which that is
    // what was found: the last state before the cycle or the end, and where the cycle begins now,
    // or the last step
    u32 last, place;
    Choice step;
} Shortening;

// Adds a state, unless it was met before; then whether it is in the cycle.
static bool meet(Shortening *s, const StateWord *state, Choice how, u32 from) {
    const Store *store = &s->product.seam->store;
    _Atomic u32 *colour;
    u32 place;
    store->add(store->self, state, &colour);
    u32 *is_seen = table_add(&s->seen, (u64)(uintptr_t)colour, PLAIN_KEY);
    if (*is_seen)
        return false;
    *is_seen = 1;
    children_add(&s->states, how, state);
    VEC_PUSH(s->from, s->nfrom, s->from_cap) = from;
    bool is_there = table_find(&s->places, (u64)(uintptr_t)colour, PLAIN_KEY, &place);
    s->last = s->states.n - 1;
    s->place = is_there ? place - 1 : 0;
    return is_there;
}

static u32 depth_of(const Shortening *s, u32 state) {
    u32 depth = 0;
    for (u32 i = state; i; i = s->from[i])
        depth++;
    return depth;
}

// Whether a run that ends in this state, which was expanded, has lost.
static bool has_lost(const Shortening *s, u32 state) {
    u32 n = depth_of(s, state) + 1, k = n;
    u32 *letters = mem_alloc(n * sizeof *letters);
    for (u32 i = state; k > 0; i = s->from[i])
        letters[--k] = s->letters[i];
    bool has = ltl_is_lost(s->found->formula, letters, n);
    mem_free(letters, n * sizeof *letters);
    return has;
}

// Whether the run can end here, or has lost, in the way of the one that was found.
static bool ends(Shortening *s, u32 i, const Here *here) {
    const Schedule *run = &s->found->schedule;
    s->last = i;
    s->step = here->last;
    if (s->found->ntargets)
        return false;
    return run->is_endless ? here->ends : here->is_accepting && has_lost(s, i);
}

// Whether what is looked for is this state, or among those that it leads to.
static bool look_from(Shortening *s, u32 i) {
    Here here;
    const StateWord *at = child_unpack(&s->states, i, &s->state);
    children_cut(&s->next, 0);
    s->next.nends = 0;
    if (product_expand(&s->product, at, 0, &s->next, &here) != STEP_ON)
        return false;
    ENSURE(s->nletters == i);
    VEC_PUSH(s->letters, s->nletters, s->letters_cap) = here.letter;
    if (ends(s, i, &here))
        return true;
    u32 first = s->states.n;
    for (u32 k = 0; k < s->next.n; k++)
        if (meet(s, child_state(&s->next, k), s->next.items[k].how, i))
            return true;
    children_pack(&s->states, first);
    return false;
}

// The steps to the state that was found, and the cycle, or the end.
static void rebuild(const Shortening *s, Schedule *out) {
    bool has_cycle = s->found->ntargets > 0,
         has_step = out->is_endless && !has_cycle && s->step.thread != THREAD_NONE;
    u32 ncycle = has_cycle ? out->len - out->cycle : 0, depth = depth_of(s, s->last);
    u32 n = depth + ncycle + has_step;
    if (n > out->len)
        return; // as near, but it takes a step to end there
    Choice *steps = mem_alloc((n + 1) * sizeof *steps);
    for (u32 i = s->last, k = depth; i; i = s->from[i])
        steps[--k] = s->states.items[i].how;
    for (u32 i = 0; i < ncycle; i++)
        steps[depth + i] = out->steps[out->cycle + (s->place + i) % ncycle];
    if (has_step)
        steps[depth] = s->step;
    out->len = 0;
    for (u32 i = 0; i < n; i++)
        VEC_PUSH(out->steps, out->len, out->cap) = steps[i];
    out->cycle = has_cycle ? depth : out->is_endless ? n : 0;
    mem_free(steps, (n + 1) * sizeof *steps);
}

static void shortening_done(Shortening *s) {
    product_done(&s->product);
    children_done(&s->states);
    children_done(&s->next);
    VEC_FREE(s->from, s->from_cap);
    VEC_FREE(s->letters, s->letters_cap);
    VEC_FREE(s->state.words, s->state.cap);
    table_done(&s->places);
    table_done(&s->seen);
}

void temporal_shorten(const Temporal *t, const Seam *seam, LassoFound *f) {
    // A run that has no cycle can be looked for again only if it breaks a formula.
    if (f->is_fault || (!f->ntargets && (f->kind != ENDLESS_FORMULA || !f->formula)))
        return;
    Shortening s = {.found = f};
    Children initial = {0};
    for (u32 i = 0; i < f->ntargets; i++)
        *table_add(&s.places, (u64)(uintptr_t)f->targets[i], PLAIN_KEY) = i + 1;
    product_init(&s.product, seam, t->automaton, t->letters);
    StepEnd end = product_start(&s.product, &initial);
    ENSURE(end == STEP_ON);
    bool is_there = meet(&s, child_state(&initial, 0), (Choice){.thread = THREAD_NONE}, 0);
    for (u32 n = 0; n < s.states.n && n < MOST_LOOKED_AT && n == s.nletters && !is_there; n++)
        is_there = look_from(&s, n);
    if (is_there)
        rebuild(&s, &f->schedule);
    children_done(&initial);
    shortening_done(&s);
}

// ---- the search ---------------------------------------------------------------------------------

// The nested search needs no graph in memory and uses all workers; but it knows nothing of
// fairness.
bool temporal_search(const Temporal *t, const Seam *seams, u32 nseams, LassoFound *f) {
    bool is_plain = t->conditions.has_formula && t->conditions.fairness == FAIRNESS_NONE;
    bool is_found = is_plain
                        ? search_nested(seams, nseams, t->automaton, t->letters, f)
                        : search_components(seams, &t->conditions, t->automaton, t->letters, f);
    if (is_found && !f->is_fault) {
        Fault fault = {.kind = FAULT_LIVENESS, .thread = THREAD_NONE};
        text_add(&fault.text, "to be told when it is replayed");
        seams[0].driver.chosen(seams[0].driver.self, &fault);
        fault_forget(&fault);
    }
    return is_found;
}
