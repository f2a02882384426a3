// SPDX-License-Identifier: Apache-2.0
// From a very weak alternating automaton to a generalised Büchi automaton: its states are the sets
// of states in which the alternating one is at a time (Gastin and Oddoux).
//
// There is a mark for each until f. A transition has it if afterwards f is not among what has to be
// done, or need not have been: the same letter would have let f go without itself, to states that
// are among them anyway.
#include "buchi/buchi_int.h"

#include <string.h>

typedef struct Builder {
    const Alternating *a;
    Graph *g;
    Set *states;
    u32 nstates, cap;
    Table known; // states by their hash, plus 1
    Effort *effort;
} Builder;

// A transition with its marks.
typedef struct Step {
    Move move;
    u64 marks;
} Step;
typedef struct Steps {
    Step *items;
    u32 len, cap;
} Steps;

// Whether with this letter f could have gone, to states that are in `to`, without itself.
static bool is_fulfilled(const Alternating *a, u32 f, const Move *move) {
    if (!set_has(&move->to, f))
        return true;
    for (u32 i = 0; i < a->moves[f].len; i++) {
        const Move *other = &a->moves[f].items[i];
        if (!set_has(&other->to, f) && cube_contains(other->label, move->label) &&
            set_is_in(&other->to, &move->to))
            return true;
    }
    return false;
}

static u64 marks_of(const Alternating *a, const Move *move) {
    u64 marks = 0;
    for (u32 i = 0; i < a->nuntils; i++)
        if (is_fulfilled(a, a->untils[i], move))
            marks |= (u64)1 << i;
    return marks;
}

// What b does, a does with fewer obligations and no fewer marks.
static bool is_better(const Step *a, const Step *b) {
    return cube_contains(a->move.label, b->move.label) && set_is_in(&a->move.to, &b->move.to) &&
           !(b->marks & ~a->marks);
}

// Adds it unless there is a better one; those for which it is a better one go.
static bool add_step(Builder *b, Steps *steps, const Move *move) {
    Step step = {*move, marks_of(b->a, move)};
    u32 n = 0;
    if (!effort_spend(b->effort, 4 * (u64)steps->len + 40 * (u64)b->a->nuntils))
        return false;
    for (u32 i = 0; i < steps->len; i++)
        if (is_better(&steps->items[i], &step))
            return true;
    for (u32 i = 0; i < steps->len; i++)
        if (!is_better(&step, &steps->items[i]))
            steps->items[n++] = steps->items[i];
    steps->len = n;
    VEC_PUSH(steps->items, steps->len, steps->cap) = step;
    return true;
}

static bool add_steps(Builder *b, const Set *from, Steps *out) {
    Moves all = {0};
    VEC_PUSH(all.items, all.len, all.cap) = (Move){0};
    bool is_ok = true;
    for (u32 i = 0; i < b->a->nelements && is_ok; i++) {
        if (!set_has(from, i))
            continue;
        Moves next = {0};
        is_ok = moves_product(&all, &b->a->moves[i], &next, b->effort);
        moves_done(&all);
        all = next;
    }
    for (u32 i = 0; i < all.len && is_ok; i++)
        is_ok = add_step(b, out, &all.items[i]);
    moves_done(&all);
    return is_ok;
}

// Without f where `always f` is.
// SOUND: the transitions of `always f` are those of f, to which it adds itself. So what can be done
// with both can be done with `always f` alone, when both choose the same transition of f; a run
// never needs two different ones at a time. Marks belong to what was to be done before f was left
// out, so runs with and without it have the same.
static Set without_implied(const Alternating *a, const Set *set) {
    Set out = *set;
    for (u32 i = 0; i < a->nelements; i++)
        if (set_has(set, i) && a->always[i] && set_has(set, a->always[i] - 1))
            out.words[i / 64] &= ~((u64)1 << (i % 64));
    return out;
}

static bool state_of(Builder *b, const Set *all, u32 *out) {
    Set own = without_implied(b->a, all), *set = &own;
    u64 word = hash_bytes(set, sizeof *set, 0);
    for (;; word++) {
        u32 *at = table_add(&b->known, word, PLAIN_KEY);
        if (*at && memcmp(&b->states[*at - 1], set, sizeof *set) != 0)
            continue;
        if (!*at) {
            *at = b->nstates + 1;
            VEC_PUSH(b->states, b->nstates, b->cap) = *set;
        }
        *out = *at - 1;
        return b->nstates <= b->effort->states;
    }
}

static bool add_edges(Builder *b, u32 from, const Steps *steps) {
    for (u32 i = 0; i < steps->len; i++) {
        const Step *s = &steps->items[i];
        u32 to;
        if (!state_of(b, &s->move.to, &to))
            return false;
        graph_add(b->g, (Edge){from, to, s->move.label, s->marks});
    }
    return true;
}

// If it can begin in several sets, it begins in a state that has the transitions of all.
static bool add_initial(Builder *b) {
    const Moves *initial = &b->a->initial;
    Steps steps = {0};
    bool is_ok = true;
    if (initial->len == 1)
        return state_of(b, &initial->items[0].to, &b->g->initial);
    VEC_PUSH(b->states, b->nstates, b->cap) = (Set){0}; // without a place in the table
    for (u32 i = 0; i < initial->len && is_ok; i++)
        is_ok = add_steps(b, &initial->items[i].to, &steps);
    is_ok = is_ok && add_edges(b, 0, &steps);
    VEC_FREE(steps.items, steps.cap);
    return is_ok;
}

static bool build(Builder *b) {
    if (!add_initial(b))
        return false;
    for (u32 i = b->a->initial.len == 1 ? 0 : 1; i < b->nstates; i++) {
        Steps steps = {0};
        Set from = b->states[i];
        bool is_ok = add_steps(b, &from, &steps) && add_edges(b, i, &steps);
        VEC_FREE(steps.items, steps.cap);
        if (!is_ok)
            return false;
    }
    return true;
}

bool generalise(const Alternating *a, Graph *out, Effort *e, Diag *d) {
    *out = (Graph){.nmarks = a->nuntils};
    Builder b = {.a = a, .g = out, .effort = e};
    bool is_ok = build(&b);
    out->nstates = b.nstates;
    table_done(&b.known);
    VEC_FREE(b.states, b.cap);
    return is_ok || effort_fail(e, d);
}
