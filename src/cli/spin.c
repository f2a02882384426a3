// SPDX-License-Identifier: Apache-2.0
// heddle spin: SPIN searches, the machine steps. Writes a model and glue into a directory, lets
// SPIN and the compiler make a verifier of them, runs it, and tells what it has found as `heddle
// check` does.
#define _GNU_SOURCE
#include "cli/spin_int.h"

#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

// with more of them, SPIN and the compiler take minutes, and soon fail
enum { MOST_ALTERNATIVES = 2000 };
enum { OWN_BYTES = 64 << 20 };
enum { FIRST_DEPTH = 100000, MOST_DEPTH = 10000000 };
// bytes: verifiers that are kept are made for states of so many, twice, ..., to fit many programs
enum { COMMON_STEP = 512 };

// ---- one verifier after the other ---------------------------------------------------------------

static u32 twice(u32 had, u32 needed) { return needed > 2 * had ? needed : 2 * had; }

static u64 twice_bytes(u64 had, u64 needed) {
    return needed > 2 * had ? (needed + 63) / 64 * 64 : 2 * had;
}

// False if it is more than SPIN can do: then the verdict has a cut.
static bool is_possible(Spin *s, const SpinSize *needs) {
    Verdict *v = &s->out.result.verdict;
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
    Verdict *v = &s->out.result.verdict;
    if (end == SPIN_LATE)
        verdict_cut(v, "time limit of %g s reached", s->o->setup.time_limit);
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

static void complain_of_verifier(const Spin *s, int code) {
    Text said = {0}, words = {0};
    for (u32 i = 0; i < s->run.len; i++)
        text_add(&words, " %s", s->run.items[i]);
    verifier_output(s, "pan.out", &said);
    const char *hint = s->o->model ? "the model's own C code runs in it, unchecked"
                                   : "--keep DIR leaves it for a look";
    if (s->notes.failure.len)
        cli_error("%s", text_str(&s->notes.failure));
    else if (verifier_fills_disk(s))
        ; // it has said so
    else if (spin_read_unknown_option(text_str(&said)))
        cli_error("SPIN's verifier has no option -%c", spin_read_unknown_option(text_str(&said)));
    else if (strstr(text_str(&said), "Valid Options are:"))
        cli_error("SPIN's verifier does not take these options:%s", text_str(&words));
    else if (code < 0)
        cli_error("SPIN's verifier has crashed: %s (%s)", strsignal(-code), hint);
    else
        cli_error("SPIN's verifier has ended without a result, exit code %d (%s)%s%s", code, hint,
                  said.len ? ":\n" : "", text_str(&said));
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
    if (s->notes.is_stopped || (s->notes.kind != FAULT_NONE && !s->notes.failure.len))
        return ATTEMPT_DONE;
    if (code == -SIGKILL)
        verdict_cut(&s->out.result.verdict,
                    "SPIN's verifier was killed, perhaps for lack of memory");
    bool is_out_of_room = s->summary.is_out_of_memory || code == -SIGKILL;
    bool is_done =
        end != SPIN_MISSING && code != EXIT_USAGE && (s->summary.has_figures || s->notes.cut.len);
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

static void take_bounds(Spin *s) {
    Verdict *v = &s->out.result.verdict;
    for (const char *line = text_str(&s->notes.bounds); *line; line += strcspn(line, "\n") + 1)
        verdict_bound(v, "%.*s", (int)strcspn(line, "\n"), line);
    if (s->notes.is_abstracted || s->has_unmatched)
        verdict_bound(v, "an abstraction");
    if (s->o->model && s->o->setup.reduction == REDUCTION_SUPERSTEP)
        verdict_bound(v, "supersteps, inside of which the model sees nothing");
}

static void take_cuts(Spin *s) {
    Verdict *v = &s->out.result.verdict;
    const SpinSummary *y = &s->summary;
    take_bounds(s);
    v->is_input_at_fault = s->notes.is_input_at_fault && v->ncuts == 0;
    if (s->notes.cut.len)
        verdict_cut(v, "%s", text_str(&s->notes.cut));
    if (s->notes.renumbers && words_are_fair(s))
        verdict_cut(v, "threads are started again and again after others have ended, and SPIN's "
                       "fairness (-f) cannot tell them apart");
    if (y->is_out_of_memory && words_define(&s->compile, "MEMLIM"))
        verdict_cut(v, "SPIN ran out of memory (-DMEMLIM)");
    else if (y->is_out_of_memory)
        verdict_cut(v, "memory limit of %llu MiB reached by SPIN%s",
                    (unsigned long long)(s->out.search.memory_limit >> 20),
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
    SearchResult *r = &s->out.result;
    for (u32 k = 0; k < FAULT_COUNT; k++)
        r->unasked[k] = s->notes.unasked[k];
    r->first_unasked.kind = s->notes.first_unasked_kind;
    r->first_unasked.pc = UINT32_MAX;
    text_add(&r->first_unasked.text, "%s", text_str(&s->notes.first_unasked));
}

static bool read_schedule(Spin *s) {
    Text text = {0};
    Diag d = {0};
    const char *path = verifier_path(s, "notes" SPIN_SCHEDULE);
    bool is_ok = verifier_is_there(path) && file_read(path, &text, &d) &&
                 spin_read_schedule(text_str(&text), &s->out.result.schedule);
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

static bool is_one_step_short(Spin *s) {
    SearchResult *r = &s->out.result;
    r->fault.kind = s->notes.kind;
    return spin_find_last_step(s->out.program, &s->out.search.explore, s->notes.kind,
                               &r->schedule) &&
           search_confirm(s->out.program, &s->out.search.explore, r);
}

static bool take_violation(Spin *s) {
    SearchResult *r = &s->out.result;
    if (!s->keeps_depth) {
        // The trail is that of the model without depth; its steps mean the same in the one with it.
        s->compile.len = 0;
        cut_short(s, replay_trail(s));
    }
    r->fault.kind = s->notes.kind;
    if (read_schedule(s) &&
        (search_confirm(s->out.program, &s->out.search.explore, r) || is_one_step_short(s)))
        return true;
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
    SearchResult *r = &s->out.result;
    PropertySet *p = &s->out.search.explore.properties;
    Diag d = {0};
    bool is_ok = read_cycle(s, &r->schedule) || diag_fail(&d, "SPIN's trail has no cycle");
    is_ok = is_ok && explore_confirm_formula(s->out.program, &s->out.search.explore, &r->vm,
                                             &r->schedule, &d);
    if (is_ok)
        prop_broken_formula(p, &r->schedule, &r->fault);
    else
        verdict_cut(&r->verdict, "SPIN's counterexample could not be replayed: %s", diag_text(&d));
    diag_done(&d);
    return is_ok;
}

static bool is_violated(const Spin *s) {
    return s->notes.kind != FAULT_NONE || (s->formula && s->summary.errors);
}

static int tell(Spin *s) {
    SearchResult *r = &s->out.result;
    bool is_formula = s->formula && s->notes.kind == FAULT_NONE;
    bool is_shown = is_violated(s) && (is_formula ? take_cycle(s) : take_violation(s));
    if (!is_shown)
        take_cuts(s);
    verdict_conclude(&r->verdict, is_shown ? text_str(&r->fault.text) : NULL);
    outcome_known(&s->out);
    outcome_replay(&s->out);
    outcome_tell(&s->out);
    return outcome_exit_code(&s->out);
}

// A violation that a model of the user's has found is told by SPIN's replay: it does not begin with
// main.
static void tell_trail(Spin *s) {
    int code;
    if (!spin_find_trail(s->directory))
        return;
    setenv(SPIN_TELL, "1", 1);
    if (verifier_run(s, true, &code) == SPIN_ENDED)
        verifier_show(s, "replay.out", stdout);
}

// Which bytes of a global are pointers is known outside of it, so to restore the global alone makes
// numbers of them.
static const char *hint_of(const Spin *s) {
    bool may_be_lost =
        s->notes.kind == FAULT_INVALID_POINTER && !strstr(text_str(&s->model), "csbuf");
    return may_be_lost ? " (to track globals with pointers, track csbuf too)" : "";
}

static int tell_model(Spin *s) {
    Text message = {0};
    Verdict *v = &s->out.result.verdict;
    if (s->notes.kind != FAULT_NONE)
        text_add(&message, "%s: %s%s", ir_kind_name[s->notes.kind], text_str(&s->notes.violation),
                 hint_of(s));
    else if (s->summary.errors)
        text_add(&message, "SPIN: %s", s->summary.first_error);
    else
        take_cuts(s);
    verdict_conclude(v, message.len ? text_str(&message) : NULL);
    outcome_known(&s->out);
    text_done(&message);
    outcome_tell(&s->out);
    fflush(stdout);
    if (v->kind == VERDICT_VIOLATED && !s->o->quiet)
        tell_trail(s);
    return outcome_exit_code(&s->out);
}

// ---- the command --------------------------------------------------------------------------------

static Attempt verify(Spin *s) {
    Attempt a;
    do {
        a = attempt(s);
    } while (a == ATTEMPT_AGAIN);
    return a;
}

// Faults first: a claim's search leaves out runs that cannot break the claim, and with them their
// faults.
static int search(Spin *s) {
    search_result_init(&s->out.search.explore, &s->out.result);
    Attempt a = verify(s);
    bool is_cut = s->out.result.verdict.ncuts > 0; // by a limit, which is then reached
    if (a == ATTEMPT_DONE && s->o->setup.formula && !is_violated(s) && !is_cut) {
        take_cuts(s);
        s->formula = s->o->setup.formula;
        cli_set_formula(&s->o->setup, s->out.program, &s->out.search.explore.properties);
        s->keeps_depth = false;
        a = verify(s);
    }
    int code = EXIT_USAGE;
    if (a != ATTEMPT_FAILED) {
        verifier_figures(&s->out.result.figures, s, &s->summary);
        take_unasked(s);
        code = s->o->model ? tell_model(s) : tell(s);
    }
    if (s->out.trace)
        report_free(s->out.trace);
    search_result_done(&s->out.result);
    spin_notes_done(&s->notes);
    return code;
}

// A model's runs do not begin with main, and are told as SPIN's trail.
static bool suits_model(const Options *o) {
    const char *option = o->setup.program_args.len ? "arg"
                         : o->trace                ? "trace"
                         : o->trace_runtime        ? "trace-runtime"
                                                   : NULL;
    if (o->model && option)
        cli_error("--%s is for programs with main, not for models: %s", option,
                  o->setup.program_args.len ? "nobody runs main"
                                            : "a violation is shown as SPIN's trail");
    return !o->model || !option;
}

static bool set_search(Spin *s) {
    SearchOptions *so = &s->out.search;
    if (!suits_model(s->o) || !cli_set_search(&s->o->setup, so))
        return false;
    if (so->explore.reduction == REDUCTION_DEFAULT)
        so->explore.reduction = REDUCTION_SUPERSTEP;
    if (s->o->setup.context_bound.is_set &&
        s->o->setup.context_bound.low != s->o->setup.context_bound.high) {
        cli_error("--context-bound: SPIN tries one bound at a time");
        return false;
    }
    return true;
}

static bool load_program(Spin *s) {
    const PropertySet *p = &s->out.search.explore.properties;
    Setup plain = s->o->setup;
    plain.without_main = s->o->model != NULL;
    plain.bitcode_to = s->directory;
    s->out.program = cli_load(&plain, setup_keeps_locals(p), p->checked[FAULT_DATA_RACE]);
    PropertySet later = *p; // the formula is looked at when faults have been
    return s->out.program && cli_set_names(&s->o->setup, s->out.program, &s->out.search) &&
           cli_set_formula(&s->o->setup, s->out.program, &later);
}

static bool refuse_matching_with_formula(const Spin *s) {
    bool is_wrong = s->o->setup.formula &&
                    explore_has_matching(&s->out.search.explore.matching, s->out.program);
    if (is_wrong)
        cli_error("--ltl cannot be used with a program that says what is matched (heddle.h): a "
                  "cycle of states that are alike need not "
                  "be a run");
    return is_wrong;
}

static bool measure(Spin *s) {
    if (!s->o->model) {
        s->size = spin_guess_size(s->out.program, &s->out.search.explore);
        if (s->o->verifiers)
            s->size.bytes = (s->size.bytes + COMMON_STEP - 1) / COMMON_STEP * COMMON_STEP;
        return true;
    }
    s->size = spin_guess_size_outside(s->out.program, &s->out.search.explore);
    s->is_about_liveness = spin_is_about_liveness(text_str(&s->model));
    // SOUND: without it, the verifier would not look for the cycles that such properties are about.
    if (s->is_about_liveness && !words_have(&s->run, "-a") && !words_have(&s->run, "-l"))
        words_push(&s->run, "-a");
    if (!s->size.bytes)
        cli_error("the constructors of the program fail, or do not come to an end");
    return s->size.bytes > 0;
}

// Files that the model includes are looked for here and beside the model.
static void set_include_path(const Spin *s) {
    const char *old = getenv("CPATH"), *slash = s->o->model ? strrchr(s->o->model, '/') : NULL;
    const char *beside =
        slash ? arena_printf(s->arena, "%.*s", (int)(slash - s->o->model), s->o->model) : ".";
    if (beside[0] != '/')
        beside = arena_printf(s->arena, "%s/%s", s->here, beside);
    setenv("CPATH",
           arena_printf(s->arena, "%s:%s:%s%s%s", beside, s->here, s->include, old ? ":" : "",
                        old ? old : ""),
           1);
}

static int end_early(void *arg, const char *why) {
    Spin *s = arg;
    live_erase(&s->live);
    return outcome_cut_short(&s->out, why);
}

static int run_in_directory(Spin *s) {
    if (!verifier_make_directory(s))
        return EXIT_USAGE;
    spin_tidy_directory(s->is_temporary ? s->directory : NULL);
    signals_tidy_with(spin_tidy);
    // The limit is SPIN's. A small one is less than the command itself needs to start.
    u64 limit = s->out.search.memory_limit;
    watchdog_start(s->o, limit < OWN_BYTES ? 0 : limit, end_early, s);
    int code = EXIT_USAGE;
    if (load_program(s) && !refuse_matching_with_formula(s) && measure(s) && words_suit(s)) {
        set_include_path(s);      // only now: it is not for the program
        setenv("LC_ALL", "C", 1); // what the tools say is read
        code = search(s);
    }
    watchdog_stop();
    verifier_remove_directory(s);
    spin_tidy_directory(NULL);
    return code;
}

// SPIN needs the compiler as well.
static bool has_tools(void) {
    static const char *const tools[] = {"spin", "gcc"};
    for (size_t i = 0; i < ARRAY_LEN(tools); i++)
        if (!spin_is_installed(tools[i])) {
            cli_error("there is no %s; install the package '%s'", tools[i], tools[i]);
            return false;
        }
    return true;
}

int command_spin(const Options *o) {
    Spin s = {.out = {.o = o},
              .o = o,
              .arena = arena_new(),
              .depth = FIRST_DEPTH,
              .started = clock_seconds()};
    int code = EXIT_USAGE;
    s.out.tried = json_array();
    live_init(&s.live, o);
    if (has_tools() && set_search(&s) && outcome_is_writable(o->json) &&
        outcome_is_writable(o->trace) && words_sort(&s) && verifier_find_library(&s) &&
        verifier_read_model(&s))
        code = run_in_directory(&s);
    if (s.out.program)
        program_free(s.out.program);
    text_done(&s.model);
    VEC_FREE(s.compile.items, s.compile.cap);
    VEC_FREE(s.generate.items, s.generate.cap);
    VEC_FREE(s.run.items, s.run.cap);
    json_decref(s.out.tried);
    arena_free(s.arena);
    return code;
}
