// SPDX-License-Identifier: Apache-2.0
// The verdict: what a search may claim at its end. verdict_conclude is the only author of "holds".
#include "prop/prop.h"

#include <string.h>

void verdict_init(Verdict *v) { *v = (Verdict){.kind = VERDICT_UNKNOWN, .arena = arena_new()}; }

void verdict_done(Verdict *v) {
    text_done(&v->reason);
    text_done(&v->gap);
    VEC_FREE(v->bounds, v->bounds_cap);
    arena_free(v->arena);
    *v = (Verdict){.kind = VERDICT_UNKNOWN};
}

// Runs meet conditions in any order: those with the same preposition go by their texts. Bounds that
// were asked for stay as they were.
static bool goes_before(const Condition *a, const Condition *b) {
    if (a->preposition != b->preposition)
        return a->preposition < b->preposition;
    return a->preposition != PREP_WITHIN && strcmp(a->text, b->text) < 0;
}

void verdict_condition(Verdict *v, Preposition preposition, const char *text) {
    ENSURE(!v->is_concluded && preposition < PREP_COUNT && text[0]);
    for (u32 i = 0; i < v->nbounds; i++)
        if (v->bounds[i].preposition == preposition && strcmp(v->bounds[i].text, text) == 0)
            return;
    Condition added = {preposition, arena_text(v->arena, text)};
    u32 at = v->nbounds;
    while (at > 0 && goes_before(&added, &v->bounds[at - 1]))
        at--;
    VEC_RESERVE(v->bounds, v->nbounds, v->bounds_cap, 1);
    memmove(v->bounds + at + 1, v->bounds + at, (v->nbounds - at) * sizeof *v->bounds);
    v->bounds[at] = added;
    v->nbounds++;
}

void verdict_copy(Verdict *v, const Verdict *from) {
    ENSURE(!from->is_concluded && !v->nbounds && !v->ncuts);
    for (u32 i = 0; i < from->nbounds; i++)
        verdict_condition(v, from->bounds[i].preposition, from->bounds[i].text);
    text_add(&v->reason, "%s", text_str(&from->reason));
    v->ncuts = from->ncuts;
    v->rank = from->rank;
    v->is_input_at_fault = from->is_input_at_fault;
    v->is_limited = from->is_limited;
}

bool verdict_is_bounded(const Verdict *v) {
    bool is_bounded = false;
    for (u32 i = 0; i < v->nbounds && !is_bounded; i++)
        is_bounded =
            v->bounds[i].preposition != PREP_UNDER && v->bounds[i].preposition != PREP_WITH;
    return is_bounded;
}

void verdict_bound(Verdict *v, const char *fmt, ...) {
    Text text = {0};
    va_list args;
    va_start(args, fmt);
    text_addv(&text, fmt, args);
    va_end(args);
    verdict_condition(v, PREP_WITHIN, text_str(&text));
    text_done(&text);
}

// Whether a reason counts more than the one that is there. Among those of runs, and among those
// that stop a search, the order in which they are met does not matter.
static bool is_better(const Verdict *v, ReasonRank rank, bool is_input_at_fault, const char *why) {
    if (v->ncuts == 0)
        return true;
    if (rank != v->rank)
        return rank == REASON_STOP;
    if (rank == REASON_SEARCH)
        return false;
    return is_input_at_fault != v->is_input_at_fault ? is_input_at_fault
                                                     : strcmp(why, text_str(&v->reason)) < 0;
}

static void offer(Verdict *v, ReasonRank rank, bool is_input_at_fault, const char *why) {
    ENSURE(!v->is_concluded && why[0]);
    bool is_kept = is_better(v, rank, is_input_at_fault, why);
    v->ncuts++;
    if (!is_kept)
        return;
    v->rank = rank;
    v->is_input_at_fault = is_input_at_fault;
    text_clear(&v->reason);
    text_add(&v->reason, "%s", why);
}

void verdict_cut(Verdict *v, const char *fmt, ...) {
    Text why = {0};
    va_list args;
    va_start(args, fmt);
    text_addv(&why, fmt, args);
    va_end(args);
    offer(v, REASON_SEARCH, false, text_str(&why));
    text_done(&why);
}

void verdict_cut_run(Verdict *v, bool is_input_at_fault, const char *why) {
    offer(v, REASON_RUN, is_input_at_fault, why);
}

void verdict_cut_stop(Verdict *v, bool is_input_at_fault, const char *why) {
    offer(v, REASON_STOP, is_input_at_fault, why);
}

void verdict_limit(Verdict *v) {
    ENSURE(!v->is_concluded && v->ncuts > 0); // somebody has said why
    v->is_limited = true;
}

void verdict_conclude(Verdict *v, const char *violation) {
    ENSURE(!v->is_concluded);
    v->is_concluded = true;
    if (violation) {
        v->kind = VERDICT_VIOLATED;
        text_clear(&v->gap);
        text_add(&v->gap, "%s", text_str(&v->reason));
        text_clear(&v->reason);
        text_add(&v->reason, "%s", violation);
        return;
    }
    if (v->ncuts > 0) {
        ENSURE(v->reason.len > 0);
        v->kind = VERDICT_UNKNOWN;
        return;
    }
    // SOUND: reached only at the end of an exhaustive search, when nothing was cut; what bounded
    // the search is named with the verdict.
    ENSURE(v->reason.len == 0 && !v->is_input_at_fault && !v->is_limited);
    v->kind = VERDICT_HOLDS;
}

int verdict_exit_code(const Verdict *v) {
    ENSURE(v->is_concluded);
    switch (v->kind) {
    case VERDICT_HOLDS: return EXIT_OK;
    case VERDICT_VIOLATED: return EXIT_FOUND;
    case VERDICT_UNKNOWN: break;
    }
    return v->is_input_at_fault && !v->is_limited ? EXIT_USAGE : EXIT_UNDECIDED;
}

const char *verdict_name(VerdictKind k) {
    static const char *const names[] = {
        [VERDICT_HOLDS] = "holds", [VERDICT_VIOLATED] = "violated", [VERDICT_UNKNOWN] = "unknown"};
    ENSURE((size_t)k < ARRAY_LEN(names));
    return names[k];
}
