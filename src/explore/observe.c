// SPDX-License-Identifier: Apache-2.0
// What invariants and propositions notice of a superstep. An operation is observed if it writes
// bytes that they read in the state where the superstep begins. One that an invariant may notice
// ends the superstep, and so does one that changes the value of a proposition, or what the
// propositions read; the latter counts as reading what they read then. Others go on, but those of
// two threads conflict with each other, whatever memory they are about.
//
// SOUND: doc/reductions.md, "Endless runs".
#include "explore/explore_int.h"

#include <string.h>

// No leaf of a state: where all observed operations write.
#define ANY_OBSERVED (NO_LEAF - 1)

void observed_done(Observed *o) {
    VEC_FREE(o->reads.items, o->reads.cap);
    VEC_FREE(o->now.items, o->now.cap);
    VEC_FREE(o->accesses, o->accesses_cap);
}

static MemoValue proposition(const Explorer *e, u32 i) {
    return (MemoValue){e->shared->options->properties.propositions[i], MEMO_TRUTH};
}

static u32 npropositions(const Explorer *e) {
    const Ltl *f = e->shared->options->properties.formula;
    return f ? f->npropositions : 0;
}

// ---- the state ----------------------------------------------------------------------------------

// It is known, unless the memory was cleared since invariants were judged and propositions asked
// for: how far a superstep goes must not depend on that.
static void observe_invariant(Explorer *e, u32 i) {
    Observed *o = &e->observed;
    MemoValue memo = {e->shared->options->properties.invariants[i], MEMO_HOLDS};
    if (memo_value_reads(e->memo, e->state, memo, &o->reads))
        return;
    Fault f = {0};
    if (!(e->unremembered >> i & 1)) // asking may take a solver long
        explorer_ask_invariant(e, i, &f);
    text_done(&f.text);
    o->is_all = o->is_all || !memo_value_reads(e->memo, e->state, memo, &o->reads);
}

static void observe_proposition(Explorer *e, u32 i) {
    Observed *o = &e->observed;
    Text why = {0};
    bool value = false;
    explorer_value(e, i, &value, &why);
    text_done(&why);
    o->letter |= (u32)value << i;
    bool is_known = e->shared->options->properties.propositions[i] != FUNC_NONE &&
                    memo_value_reads(e->memo, e->state, proposition(e, i), &o->reads);
    o->is_all = o->is_all || !is_known;
}

void observe_state(Explorer *e) {
    ENSURE(e->superstep);
    Observed *o = &e->observed;
    u32 ninvariants = e->shared->options->properties.ninvariants;
    o->reads.n = o->letter = 0;
    o->is_all = !e->memo;
    for (u32 i = 0; i < ninvariants && e->memo; i++)
        observe_invariant(e, i);
    for (u32 i = 0; i < npropositions(e) && e->memo; i++)
        observe_proposition(e, i);
    CHECK(!o->is_all || ninvariants || npropositions(e) || !e->memo);
}

// ---- a step -------------------------------------------------------------------------------------

static bool overlaps(const StepAccess *write, const StepAccess *read) {
    return write->place == read->place && write->off < (u64)read->off + read->size &&
           read->off < (u64)write->off + write->size;
}

// Whether the step wrote what an invariant or a proposition reads.
static bool is_noticed(const Observed *o, const StepInfo *step) {
    bool is_seen = false;
    for (u32 k = 0; k < step->naccesses && !is_seen; k++) {
        is_seen = step->accesses[k].is_write && o->is_all;
        for (u32 i = 0; i < o->reads.n && step->accesses[k].is_write && !is_seen; i++)
            is_seen = overlaps(&step->accesses[k], &o->reads.items[i]);
    }
    return is_seen;
}

// The value of a proposition where the walk has come to; false if it is not known.
static bool value_now(Explorer *e, u32 i, bool *out) {
    const PropertySet *p = &e->shared->options->properties;
    const StateWord *at = e->walk.at;
    u32 value;
    if (memo_find_value(e->memo, at, proposition(e, i), &value)) {
        *out = value;
        return true;
    }
    Text why = {0};
    view_load(e->view, e->caller, at);
    bool is_known = prop_value(p, e->caller, i, out, &why);
    text_done(&why);
    if (is_known)
        memo_learn_value(e->memo, e->caller, vm_last(e->caller), at, proposition(e, i), *out);
    return is_known;
}

static bool are_same(const Reads *a, const Reads *b) {
    bool is_same = a->n == b->n;
    for (u32 i = 0; i < a->n && is_same; i++)
        is_same = a->items[i].place == b->items[i].place && a->items[i].off == b->items[i].off &&
                  a->items[i].size == b->items[i].size;
    return is_same;
}

// What an observed operation means for the propositions.
typedef enum Notice {
    NOTICE_NOTHING, // they have the values, and read what they have read, in the state
    NOTICE_CHANGE,  // not so; what they read now is in Observed.now
    NOTICE_UNKNOWN
} Notice;

static Notice notice(Explorer *e) {
    Observed *o = &e->observed;
    bool is_known = !e->walk.by_machine && !e->tracking, is_same = true;
    o->now.n = 0;
    for (u32 i = 0; i < npropositions(e) && is_known; i++) {
        bool value = false;
        is_known = value_now(e, i, &value) &&
                   memo_value_reads(e->memo, e->walk.at, proposition(e, i), &o->now);
        is_same = is_same && value == (o->letter >> i & 1);
    }
    if (!is_known)
        return NOTICE_UNKNOWN;
    return is_same && are_same(&o->reads, &o->now) ? NOTICE_NOTHING : NOTICE_CHANGE;
}

// The step with more accesses: of all that is observed, and of these.
static void add_accesses(Observed *o, StepInfo *step, const Reads *reads) {
    u32 n = step->naccesses, nreads = reads ? reads->n : 0;
    if (step->accesses != o->accesses) {
        VEC_RESERVE(o->accesses, 0, o->accesses_cap, n + 1);
        memcpy(o->accesses, step->accesses, n * sizeof *o->accesses);
        o->accesses[n++] = (StepAccess){.place = ANY_OBSERVED, .size = 1, .is_write = true};
    }
    VEC_RESERVE(o->accesses, n, o->accesses_cap, nreads);
    for (u32 i = 0; i < nreads; i++) {
        CHECK(reads->items[i].off <= UINT32_MAX - reads->items[i].size &&
              !reads->items[i].is_write);
        o->accesses[n++] = reads->items[i];
    }
    step->accesses = o->accesses;
    step->naccesses = n;
}

void observe_step(Explorer *e, StepInfo *step) {
    Observed *o = &e->observed;
    step->is_observed = is_noticed(o, step);
    if (!step->is_observed)
        return;
    add_accesses(o, step, NULL); // before memory is asked, which has the others
    step->list = 0;
    // Where all memory is read, whatever is written is observed, and conflicts.
    if (o->is_all || e->shared->options->properties.ninvariants)
        return;
    Notice n = notice(e);
    step->is_observed = n != NOTICE_NOTHING;
    // SOUND: what they read from now on, others must not have written before, unnoticed.
    if (n == NOTICE_CHANGE && !are_same(&o->reads, &o->now))
        add_accesses(o, step, &o->now);
    if (n == NOTICE_UNKNOWN && !e->shared->has_fixed_reads)
        step->depends_on_all = true;
}
