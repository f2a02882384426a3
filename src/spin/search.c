// SPDX-License-Identifier: Apache-2.0
// SPIN searches, the machine steps: lets a verifier be made and run, larger ones if that is needed,
// and makes a result of what it has found, as a search of heddle's own has it.
#define _GNU_SOURCE
#include "spin/spin_int.h"

#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

// with more of them, SPIN and the compiler take minutes, and soon fail
enum { MOST_ALTERNATIVES = 2000 };
enum { MOST_DEPTH = 10000000 };

// ---- one verifier after the other ---------------------------------------------------------------

static u32 twice(u32 had, u32 needed) { return needed > 2 * had ? needed : 2 * had; }

static u64 twice_bytes(u64 had, u64 needed) {
    return needed > 2 * had ? (needed + 63) / 64 * 64 : 2 * had;
}

// False if it is more than SPIN can do: then the verdict has a cut.
static bool is_possible(Spin *s, const SpinSize *needs) {
    Verdict *v = &s->result->verdict;
    if (needs->threads > MOST_PROCESSES)
        verdict_cut(v, "%u threads at a time; SPIN has at most %d processes", needs->threads,
                    MOST_PROCESSES);
    else if (needs->alternatives > MOST_ALTERNATIVES)
        verdict_cut(v, "%u alternatives at a choice; for SPIN, heddle writes at most %d",
                    needs->alternatives, MOST_ALTERNATIVES);
    return needs->threads <= MOST_PROCESSES && needs->alternatives <= MOST_ALTERNATIVES;
}

static u32 at_most(u32 n, u32 most) { return n < most ? n : most; }

static bool enlarge(Spin *s, const SpinSize *needs) {
    if (!is_possible(s, needs))
        return false;
    if (needs->threads)
        s->size.threads = at_most(twice(s->size.threads, needs->threads), MOST_PROCESSES);
    if (needs->alternatives)
        s->size.alternatives =
            at_most(twice(s->size.alternatives, needs->alternatives), MOST_ALTERNATIVES);
    if (needs->bytes)
        s->size.bytes = twice_bytes(s->size.bytes, needs->bytes);
    if (needs->matched)
        s->size.matched = twice_bytes(s->size.matched, needs->matched);
    return true;
}

static bool cut_short(Spin *s, SpinEnd end) {
    Verdict *v = &s->result->verdict;
    if (end == SPIN_LATE)
        verdict_cut(v, "time limit of %g s reached", s->o.setup->time_limit);
    else if (end == SPIN_INTERRUPTED)
        verdict_cut(v, "interrupted");
    return end == SPIN_LATE || end == SPIN_INTERRUPTED;
}

typedef enum Attempt { ATTEMPT_DONE, ATTEMPT_AGAIN, ATTEMPT_FAILED } Attempt;

static bool grow_depth(Spin *s) {
    if (!s->summary.is_too_deep || s->summary.is_out_of_memory || s->is_depth_given ||
        s->depth >= MOST_DEPTH || s->notes.kind != FAULT_NONE)
        return false;
    s->depth *= 10;
    return true;
}

static void read_results(Spin *s) {
    Text text = {0};
    Diag d = {0};
    if (file_read(verifier_path(s, "pan.out"), &text, &d))
        spin_read_summary(text_str(&text), &s->summary);
    text_done(&text);
    diag_done(&d);
    spin_notes_done(&s->notes);
    verifier_notes(s, &s->notes);
}

static void complain_of_verifier(Spin *s, int code) {
    Text said = {0}, words = {0};
    for (u32 i = 0; i < s->run.len; i++)
        text_add(&words, " %s", s->run.items[i]);
    verifier_output(s, "pan.out", &said);
    const char *hint = s->o.model ? "the model's own C code runs in it, unchecked"
                                  : "--keep DIR leaves it for a look";
    if (s->notes.failure.len)
        diag_fail(&s->why, "%s", text_str(&s->notes.failure));
    else if (verifier_fills_disk(s))
        ; // it has said so
    else if (spin_read_unknown_option(text_str(&said)))
        diag_fail(&s->why, "SPIN's verifier has no option -%c",
                  spin_read_unknown_option(text_str(&said)));
    else if (strstr(text_str(&said), "Valid Options are:"))
        diag_fail(&s->why, "SPIN's verifier does not take these options:%s", text_str(&words));
    else if (code < 0)
        diag_fail(&s->why, "SPIN's verifier has crashed: %s (%s)", strsignal(-code), hint);
    else
        diag_fail(&s->why, "SPIN's verifier has ended without a result, exit code %d (%s)%s%s",
                  code, hint, said.len ? ":\n" : "", text_str(&said));
    text_done(&said);
    text_done(&words);
}

static Attempt run_made(Spin *s) {
    int code = 0;
    SpinEnd end;
    do {
        end = verifier_run(s, false, &code);
        read_results(s);
    } while (end == SPIN_ENDED && grow_depth(s));
    if (cut_short(s, end))
        return ATTEMPT_DONE;
    if (verifier_is_too_small(&s->notes))
        return enlarge(s, &s->notes.needs) ? ATTEMPT_AGAIN : ATTEMPT_DONE;
    if (s->notes.stopped.len || (s->notes.kind != FAULT_NONE && !s->notes.failure.len))
        return ATTEMPT_DONE;
    if (code == -SIGKILL)
        verdict_cut(&s->result->verdict, "SPIN's verifier was killed, perhaps for lack of memory");
    bool is_out_of_room = s->summary.is_out_of_memory || code == -SIGKILL;
    bool is_cut = s->notes.cuts.len || s->notes.faults.len;
    bool is_done = end != SPIN_MISSING && code != EXIT_USAGE && (s->summary.has_figures || is_cut);
    if (!s->notes.failure.len && (is_done || is_out_of_room))
        return ATTEMPT_DONE;
    complain_of_verifier(s, code);
    return ATTEMPT_FAILED;
}

static Attempt attempt(Spin *s) {
    if (!is_possible(s, &s->size))
        return ATTEMPT_DONE;
    SpinEnd end = verifier_make(s);
    if (cut_short(s, end))
        return ATTEMPT_DONE;
    return end == SPIN_ENDED ? run_made(s) : ATTEMPT_FAILED;
}

// ---- what it means ------------------------------------------------------------------------------

// "PREPOSITION TEXT\n", as src/lib/pan.c notes it.
static void take_bound(Verdict *v, const char *line) {
    Text text = {0};
    size_t word = strcspn(line, " \n"), len = strcspn(line, "\n");
    for (u32 p = 0; p < PREP_COUNT && word + 1 < len && !text.len; p++)
        if (strlen(ir_preposition[p]) == word && strncmp(ir_preposition[p], line, word) == 0) {
            text_bytes(&text, line + word + 1, len - word - 1);
            verdict_condition(v, (Preposition)p, text_str(&text));
        }
    // SOUND: a condition that is not understood is none that may be left out.
    if (!text.len && len)
        verdict_bound(v, "%.*s", (int)len, line);
    text_done(&text);
}

static void take_bounds(Spin *s) {
    Verdict *v = &s->result->verdict;
    for (const char *line = text_str(&s->notes.bounds); *line; line += strcspn(line, "\n") + 1)
        take_bound(v, line);
    if (s->notes.is_abstracted || s->has_unmatched)
        verdict_bound(v, "an abstraction");
    if (s->o.model && s->o.setup->reduction == REDUCTION_SUPERSTEP)
        verdict_bound(v, "supersteps, inside of which the model sees nothing");
}

static void take_cut_runs(Spin *s, bool is_input_at_fault, const Text *lines) {
    for (const char *line = text_str(lines); *line; line += strcspn(line, "\n") + 1) {
        Text why = {0};
        text_bytes(&why, line, strcspn(line, "\n"));
        verdict_cut_run(&s->result->verdict, is_input_at_fault, text_str(&why));
        text_done(&why);
    }
}

static void take_cuts(Spin *s) {
    Verdict *v = &s->result->verdict;
    const SpinSummary *y = &s->summary;
    take_bounds(s);
    if (s->notes.stopped.len)
        verdict_cut_stop(v, true, text_str(&s->notes.stopped));
    take_cut_runs(s, true, &s->notes.faults);
    take_cut_runs(s, false, &s->notes.cuts);
    if (s->notes.renumbers && words_are_fair(s))
        verdict_cut(v, "threads are started again and again after others have ended, and SPIN's "
                       "fairness (-f) cannot tell them apart");
    if (y->is_out_of_memory && words_define(&s->compile, "MEMLIM"))
        verdict_cut(v, "SPIN ran out of memory (-DMEMLIM)");
    else if (y->is_out_of_memory)
        verdict_cut(v, "memory limit of %llu MiB reached by SPIN%s",
                    (unsigned long long)(s->search->memory_limit >> 20),
                    y->states ? "" : " before its search: -w and -m say how much it takes at once");
    if (y->is_too_deep)
        verdict_cut(v, "SPIN's search depth was reached (-m%llu)", (unsigned long long)s->depth);
    if (s->is_probabilistic)
        verdict_cut(v, "probabilistic: SPIN told states apart by a hash");
    if (y->errors)
        verdict_cut(v, "SPIN reports: %s", y->first_error);
    if (y->is_incomplete || words_define(&s->compile, "BCS"))
        verdict_cut(v, "SPIN has not completed its search");
}

static void take_unasked(Spin *s) {
    SearchResult *r = s->result;
    for (u32 k = 0; k < FAULT_COUNT; k++)
        r->unasked[k] = s->notes.unasked[k];
    r->first_unasked.kind = s->notes.first_unasked_kind;
    r->first_unasked.pc = UINT32_MAX;
    text_add(&r->first_unasked.text, "%s", text_str(&s->notes.first_unasked));
}

static bool read_schedule(Spin *s, Violation *v) {
    Text text = {0};
    Diag d = {0};
    const char *path = verifier_path(s, "notes" SPIN_SCHEDULE);
    bool is_ok = verifier_is_there(path) && file_read(path, &text, &d) &&
                 spin_read_schedule(text_str(&text), &v->schedule);
    text_done(&text);
    diag_done(&d);
    return is_ok;
}

// SPIN keeps no path to the violation that the library could write down: SPIN's own trail is run
// again, counting steps.
static SpinEnd replay_trail(Spin *s) {
    int code;
    s->keeps_depth = true;
    setenv(SPIN_REPLAY, "1", 1);
    SpinEnd end = spin_find_trail(s->directory) ? verifier_make(s) : SPIN_MISSING;
    return end == SPIN_ENDED ? verifier_run(s, true, &code) : end;
}

static bool is_one_step_short(Spin *s, Violation *v) {
    v->fault.kind = s->notes.kind;
    return spin_find_last_step(s->program, &s->search->explore, s->notes.kind, &v->schedule) &&
           search_confirm(s->program, &s->search->explore, s->result, v);
}

static bool take_violation(Spin *s) {
    SearchResult *r = s->result;
    if (!s->keeps_depth) {
        // The trail is that of the model without depth; its steps mean the same in the one with it.
        s->compile.len = 0;
        cut_short(s, replay_trail(s));
    }
    Violation *v = violations_add(&r->found);
    v->fault.kind = s->notes.kind;
    if (read_schedule(s, v) &&
        (search_confirm(s->program, &s->search->explore, r, v) || is_one_step_short(s, v)))
        return true;
    violations_drop_last(&r->found);
    verdict_cut(&r->verdict, "SPIN's counterexample could not be replayed: %s",
                text_str(&s->notes.violation));
    return false;
}

// SPIN's trail is run again, and the steps between its lines are what was done.
static bool read_cycle(Spin *s, Schedule *out) {
    int code;
    Text text = {0};
    Diag d = {0};
    setenv(SPIN_STEPS, "1", 1);
    bool is_ok = spin_find_trail(s->directory) && verifier_run(s, true, &code) == SPIN_ENDED &&
                 file_read(verifier_path(s, "replay.out"), &text, &d) &&
                 spin_read_cycle(text_str(&text), out);
    unsetenv(SPIN_STEPS);
    text_done(&text);
    diag_done(&d);
    return is_ok;
}

// SOUND: a run is only reported if it comes back to where its cycle begins, and the formula,
// evaluated by heddle itself, does not hold of it.
static bool take_cycle(Spin *s) {
    SearchResult *r = s->result;
    Diag d = {0};
    Violation *v = violations_add(&r->found);
    v->addressed = r->vm.addressed;
    v->is_open = r->vm.is_open;
    bool is_ok = read_cycle(s, &v->schedule) || diag_fail(&d, "SPIN's trail has no cycle");
    Endless how;
    is_ok = is_ok && explore_confirm_endless(s->program, &s->search->explore, &r->vm, &v->schedule,
                                             &v->fault, &how, &d);
    if (!is_ok) {
        violations_drop_last(&r->found);
        verdict_cut(&r->verdict, "SPIN's counterexample could not be replayed: %s", diag_text(&d));
    }
    diag_done(&d);
    return is_ok;
}

static bool is_violated(const Spin *s) {
    return s->notes.kind != FAULT_NONE || (s->formula && s->summary.errors);
}

static void judge(Spin *s) {
    SearchResult *r = s->result;
    bool is_formula = s->formula && s->notes.kind == FAULT_NONE;
    bool is_shown = is_violated(s) && (is_formula ? take_cycle(s) : take_violation(s));
    if (!is_shown)
        take_cuts(s);
    verdict_conclude(&r->verdict, is_shown ? text_str(&r->found.items[0].fault.text) : NULL);
}

// Which bytes of a global are pointers is known outside of it, so to restore the global alone makes
// numbers of them.
static const char *hint_of(const Spin *s) {
    bool may_be_lost =
        s->notes.kind == FAULT_INVALID_POINTER && !strstr(text_str(&s->model), "csbuf");
    return may_be_lost ? " (to track globals with pointers, track csbuf too)" : "";
}

static void judge_model(Spin *s) {
    Text message = {0};
    if (s->notes.kind != FAULT_NONE)
        text_add(&message, "%s: %s%s", ir_kind_name[s->notes.kind], text_str(&s->notes.violation),
                 hint_of(s));
    else if (s->summary.errors)
        text_add(&message, "SPIN: %s", s->summary.first_error);
    else
        take_cuts(s);
    verdict_conclude(&s->result->verdict, message.len ? text_str(&message) : NULL);
    text_done(&message);
}

// ---- the search ---------------------------------------------------------------------------------

static Attempt verify(Spin *s) {
    Attempt a;
    do {
        a = attempt(s);
    } while (a == ATTEMPT_AGAIN);
    return a;
}

// Faults first: a claim's search leaves out runs that cannot break the claim, and with them their
// faults.
bool spin_search(Spin *s, SearchResult *r) {
    const Ltl *formula = s->o.setup->formula;
    s->result = r;
    search_result_init(&s->search->explore, r);
    Attempt a = verify(s);
    bool is_cut = r->verdict.ncuts > 0; // by a limit, which is then reached
    if (a == ATTEMPT_DONE && formula && !is_violated(s) && !is_cut) {
        take_cuts(s);
        s->formula = formula;
        prop_set_formula(&s->search->explore.properties, s->program, formula, &s->why);
        s->keeps_depth = false;
        a = verify(s);
    }
    if (a == ATTEMPT_FAILED)
        return false;
    verifier_figures(&r->figures, s, &s->summary);
    take_unasked(s);
    if (s->o.model)
        judge_model(s);
    else
        judge(s);
    return true;
}

bool spin_tell_trail(Spin *s, Text *out) {
    int code;
    if (!spin_find_trail(s->directory))
        return false;
    setenv(SPIN_TELL, "1", 1);
    if (verifier_run(s, true, &code) != SPIN_ENDED)
        return false;
    verifier_output(s, "replay.out", out);
    return true;
}
