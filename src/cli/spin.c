// SPDX-License-Identifier: Apache-2.0
// heddle spin: the same as heddle check, with SPIN's search.
#include "cli/cli.h"
#include "spin/spin.h"

#include <stdio.h>

enum { OWN_BYTES = 64 << 20 };
#define BETWEEN_LOOKS 0.2 // seconds

typedef struct SpinCommand {
    Outcome out;
    Live live;
    Spin *spin;
} SpinCommand;

// ---- the live line ------------------------------------------------------------------------------

// Also without a terminal: others may ask.
static bool is_due(void *arg) {
    Live *live = arg;
    double now = clock_seconds();
    bool is_it = now - live->last >= BETWEEN_LOOKS;
    live->last = is_it ? now : live->last;
    return is_it;
}
static void show_text(void *live, const char *text) { live_draw(live, text); }
static void show_nothing(void *live) { live_erase(live); }

static void show_figures(void *live, const Figures *f) {
    Text text = {0};
    Figures figures = *f;
    figures.workers = f->workers ? f->workers : 1;
    search_publish(&figures);
    progress_figures(&figures, &text);
    live_draw(live, text_str(&text));
    text_done(&text);
}

// ---- the command --------------------------------------------------------------------------------

static bool complain(const SpinCommand *c) {
    cli_error("%s", spin_why(c->spin));
    return false;
}

static int cut_short(void *arg, const char *why) {
    SpinCommand *c = arg;
    live_erase(&c->live);
    return outcome_cut_short(&c->out, why);
}

static bool load(SpinCommand *c) {
    const PropertySet *p = &c->out.search.explore.properties;
    Setup setup = spin_setup(c->spin);
    c->out.program = cli_load(&setup, setup_keeps_locals(p), p->checked[FAULT_DATA_RACE]);
    if (c->out.program && !c->out.o->quiet)
        cli_warn_undefined(c->out.program);
    return c->out.program && cli_set_names(&setup, c->out.program, &c->out.search) &&
           (spin_suits(c->spin, c->out.program) || complain(c));
}

// What a model has found is told by SPIN.
static void tell_trail(SpinCommand *c) {
    Text text = {0};
    fflush(stdout);
    if (c->out.result.verdict.kind == VERDICT_VIOLATED && !c->out.o->quiet &&
        spin_tell_trail(c->spin, &text))
        fwrite(text_str(&text), 1, text.len, stdout);
    text_done(&text);
}

static int search(SpinCommand *c) {
    bool is_model = c->out.o->model != NULL, is_ok = spin_search(c->spin, &c->out.result);
    if (*spin_why(c->spin))
        complain(c);
    if (is_ok) {
        outcome_known(&c->out);
        if (!is_model)
            outcome_replay(&c->out);
        outcome_tell(&c->out);
        if (is_model)
            tell_trail(c);
    }
    int code = is_ok ? outcome_exit_code(&c->out) : EXIT_USAGE;
    outcome_done(&c->out);
    search_result_done(&c->out.result);
    return code;
}

static int run_in_directory(SpinCommand *c) {
    signals_tidy_with(spin_tidy);
    // The limit is SPIN's. A small one is less than the command itself needs to start.
    u64 limit = c->out.search.memory_limit;
    watchdog_start(c->out.o, limit < OWN_BYTES ? 0 : limit, cut_short, c);
    int code = load(c) ? search(c) : EXIT_USAGE;
    watchdog_stop();
    spin_close(c->spin);
    return code;
}

static bool begin(SpinCommand *c) {
    const Options *o = c->out.o;
    if (!spin_set_search(c->spin, &c->out.search))
        return complain(c);
    return formats_make_room(o) && (spin_open(c->spin) || complain(c));
}

int command_spin(const Options *o) {
    SpinCommand c = {.out = {.o = o}};
    live_init(&c.live, o);
    SpinOptions so = {.setup = &o->setup,
                      .words = o->words,
                      .spin_args = o->spin_args,
                      .model = o->model,
                      .keep = o->keep,
                      .verifiers = o->verifiers,
                      .trace_option = o->trace           ? "trace"
                                      : o->trace_full    ? "trace-full"
                                      : o->trace_runtime ? "trace-runtime"
                                                         : NULL,
                      .interrupted = signals_flag(),
                      .show = {is_due, show_text, show_figures, show_nothing, &c.live}};
    c.spin = spin_new(&so);
    c.out.tried = json_array();
    int code = begin(&c) ? run_in_directory(&c) : EXIT_USAGE;
    if (c.out.program)
        program_free(c.out.program);
    json_decref(c.out.tried);
    spin_free(c.spin);
    return code;
}
