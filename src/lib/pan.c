// SPDX-License-Identifier: Apache-2.0
// The functions for models of SPIN's: one machine for the process, since they have no argument to
// pass it in. Errors end the process; what `heddle spin` must know is noted in a file.
#include "lib/lib_int.h"
#include "spin/spin.h"

#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <unistd.h>

// The only mutable global: what was said before the machine was set up, and the machine.
static struct Pan {
    heddle_options options;
    unsigned *depth;
    void (*on_violation)(char *);
    Range bound;
    bool has_bound;
    heddle_machine *machine; // NULL: not set up yet
    Schedule schedule;       // of the run so far, *depth steps
    Restored *restored;      // NULL: the caller restores the whole buffer
    bool is_stop_noted;
} pan;

// ---- notes and errors ---------------------------------------------------------------------------

static void complain(const char *message) {
    Text text = {0};
    text_add(&text, "%s", message);
    text_tame_message(&text);
    fprintf(stderr, "heddle: %s\n", text_str(&text));
    text_done(&text);
}

static void note(const char *fmt, ...) PRINTF_LIKE(1, 2);
static void note(const char *fmt, ...) {
    const char *path = getenv(SPIN_NOTES);
    if (!path)
        return;
    int fd = open(path, O_WRONLY | O_APPEND | O_CREAT | O_CLOEXEC, 0666);
    Text text = {0};
    va_list args;
    va_start(args, fmt);
    text_addv(&text, fmt, args);
    va_end(args);
    for (u32 i = 0; i < text.len; i++)
        if (text.s[i] == '\n')
            text.s[i] = ' ';
    text_add(&text, "\n");
    // One write: several processes may note something at the same time.
    if (fd < 0 || write(fd, text.s, text.len) != (ssize_t)text.len) {
        // SOUND: what cannot be told must not be taken for nothing to tell.
        fprintf(stderr, "heddle: %s: %s\n", path, strerror(errno));
        _exit(EXIT_USAGE);
    }
    close(fd);
    text_done(&text);
}

_Noreturn static void fail(const char *fmt, ...) PRINTF_LIKE(1, 2);
_Noreturn static void fail(const char *fmt, ...) {
    Text text = {0};
    va_list args;
    va_start(args, fmt);
    text_addv(&text, fmt, args);
    va_end(args);
    complain(text_str(&text));
    note("failed %s", text_str(&text));
    _exit(EXIT_USAGE);
}

// Needs are noted as they are met.
_Noreturn static void end(int code, const char *why) {
    if (code == HEDDLE_NO_MEMORY) {
        note("cut %s", why);
        _exit(EXIT_UNDECIDED);
    }
    if (code == HEDDLE_FAILED && !pan.is_stop_noted)
        fail("%s", why);
    complain(why);
    _exit(EXIT_USAGE);
}

// The result of a function, if it is one.
static int checked(int result) {
    if (result < 0)
        end(result, heddle_machine_error(pan.machine));
    return result;
}

static void write_schedule(void) {
    const char *notes = getenv(SPIN_NOTES);
    Text path = {0}, text = {0};
    Diag d = {0};
    for (u32 i = 0; i < pan.schedule.len; i++) {
        const Choice *c = &pan.schedule.steps[i];
        text_add(&text, "%u %u %u\n", c->thread, c->alternative, c->length);
    }
    text_add(&path, "%s" SPIN_SCHEDULE, notes ? notes : "");
    if (notes && !file_write(text_str(&path), text_str(&text), text.len, &d))
        fail("%s", diag_text(&d));
    text_done(&path);
    text_done(&text);
    diag_done(&d);
}

// ---- what the machine tells ---------------------------------------------------------------------

// Remembers a step. SPIN restores the depth when it goes back, and so cuts off the steps after it.
static void record(Choice how) {
    if (!pan.depth)
        return;
    pan.schedule.len = *pan.depth;
    VEC_PUSH(pan.schedule.steps, pan.schedule.len, pan.schedule.cap) = how;
    *pan.depth = pan.schedule.len;
}

// On replay of a run in which functions are called from outside, what happens is told as it does.
static void on_step(Choice how) {
    if (getenv(SPIN_TELL))
        printf("\theddle: a step of thread %d, which stands at %s\n", (int)how.thread,
               pan_place((int)how.thread));
    if (getenv(SPIN_STEPS))
        printf(SPIN_STEP " %u %u %u\n", how.thread, how.alternative, how.length);
    record(how);
}

static void on_violation(const Event *e) {
    if (pan.depth)
        write_schedule();
    note("violation %s %s", ir_kind_name[e->fault], e->text);
}

static void hear(void *arg, const Event *e) {
    (void)arg;
    switch (e->kind) {
    case EVENT_CUT: note("cut %s", e->text); break;
    case EVENT_INPUT_FAULT: note("fault %s", e->text); break;
    case EVENT_STOPPED:
        note("stopped %s", e->text);
        pan.is_stop_noted = true;
        break;
    case EVENT_BOUND: note("bound %s %s", ir_preposition[e->preposition], e->text); break;
    case EVENT_ABSTRACTION: note("abstraction"); break;
    case EVENT_UNASKED: note("unasked %s %s", ir_kind_name[e->fault], e->text); break;
    case EVENT_RENUMBERS: note("renumbers"); break;
    case EVENT_NEEDS: note("needs %s %" PRIu64, e->text, e->number); break;
    case EVENT_STEP: on_step(e->step); break;
    case EVENT_VIOLATION: on_violation(e); break;
    }
}

static void call_handler(void *arg, const char *message) {
    (void)arg;
    if (pan.on_violation)
        pan.on_violation((char *)message);
}

static void note_unrestored(const char *what) { note("bound within untracked data: %s", what); }

// After steps and calls, and before those, since native code may have written to globals.
static void look_at_unrestored(void) {
    if (pan.restored)
        restored_look(pan.restored, note_unrestored);
}

// The machine that a function is about.
static heddle_machine *machine(void) {
    if (!pan.machine)
        fail("heddle_start or pan_setup comes first");
    look_at_unrestored();
    return pan.machine;
}

static heddle_machine *machine_for(const char *name) {
    if (!pan.machine)
        fail("pan_setup comes before everything that is about '%s'", name);
    return machine();
}

static int changed(int result) {
    look_at_unrestored();
    return checked(result);
}

// At the end of the process, wherever it was in.
__attribute__((destructor)) static void done(void) {
    if (getenv(SPIN_REPLAY) && pan.depth && !*pan_message())
        write_schedule();
    look_at_unrestored();
    restored_free(pan.restored);
    heddle_machine_close(pan.machine);
    schedule_done(&pan.schedule);
}

// ---- before the machine is set up ---------------------------------------------------------------

void heddle_program(const char *directory, int nwords, const char *const *words) {
    pan.options.directory = directory;
    pan.options.nwords = nwords;
    pan.options.words = words;
}

void heddle_bitcode(const char *directory) { pan.options.bitcode = directory; }

void heddle_buffers(void *csbuf_, size_t cs_size, unsigned *depth) {
    pan.options.state = csbuf_;
    pan.options.state_size = cs_size;
    pan.depth = depth;
}

void heddle_values(unsigned char *values) { pan.options.values = values; }

void heddle_matched(void *pan_abs_, size_t pan_abs_size) {
    pan.options.matched = pan_abs_;
    pan.options.matched_size = pan_abs_size;
}

void heddle_on_violation(void (*handler)(char *message)) { pan.on_violation = handler; }

void heddle_limits(int threads, int alternatives) {
    pan.options.threads = threads;
    pan.options.alternatives = alternatives;
}

void heddle_only_steps(void) { pan.options.only_steps = 1; }

void heddle_trackers(void (*update)(unsigned char *), void (*revert)(unsigned char *),
                     void (*stack)(unsigned char *), void (*unstack)(unsigned char *)) {
    Tracker trackers[2];
    size_t n = 0;
    if (update && revert)
        trackers[n++] = (Tracker){update, revert};
    if (stack && unstack)
        trackers[n++] = (Tracker){stack, unstack};
    pan.restored = restored_new(pan.options.state, pan.options.state_size, trackers, n);
}

void pan_context_bound(int n) {
    pan.has_bound = true;
    pan.bound = (Range){.is_set = n >= 0, .low = n, .high = n};
    if (pan.machine)
        heddle_machine_context_bound(pan.machine, n);
    if (n >= 0)
        note("bound within %d context switch%s", n, n == 1 ? "" : "es");
}

// ---- setting up ---------------------------------------------------------------------------------

// A bound that the model names counts instead of that of the words.
static bool read_all(const void *from, Setup *s, Caller *c, Diag *d) {
    (void)from;
    if (!words_to_setup(&pan.options, s, c, d))
        return false;
    if (pan.has_bound)
        s->context_bound = pan.bound;
    return true;
}

static void set_up(bool has_main) {
    static const Listener listener = {.hear = hear, .names = "pan_"};
    char error[1 << 14];
    if (!pan.options.words || !pan.options.state)
        fail("heddle_program and heddle_buffers come first");
    if (getenv(SPIN_NOTES))
        prctl(PR_SET_PDEATHSIG, SIGKILL); // nobody waits for an answer when heddle is gone
    pan.options.without_main = !has_main;
    pan.options.on_violation = call_handler;
    Source source = {.read = read_all};
    int code = handle_open(&pan.machine, &source, &listener, error, sizeof error);
    look_at_unrestored();
    if (code < 0)
        end(code, error);
}

void heddle_start(void) {
    if (pan.machine)
        fail("the machine was set up already");
    set_up(true);
}

void pan_setup(void) {
    if (pan.machine)
        return; // SPIN may run an initialisation again
    set_up(false);
    if (pan.restored)
        restored_begin(pan.restored, pan.machine->program);
}

unsigned long long pan_call_raw(const char *name, int nargs, const unsigned long long *args) {
    unsigned long long result = 0;
    changed(heddle_machine_call(machine_for(name), name, nargs, args, &result));
    return result;
}

long long pan_call(const char *name, int nargs, const long long *args) {
    return (long long)pan_call_raw(name, nargs, (const unsigned long long *)args);
}

long long pan_run_function(const char *name) { return pan_call(name, 0, NULL); }

void pan_invariant(const char *name) { checked(heddle_machine_invariant(machine_for(name), name)); }

void pan_abstraction(const char *name) {
    checked(heddle_machine_abstraction(machine_for(name), name));
}

void pan_start_thread(int i, const char *function, void *arg) {
    heddle_machine *m = machine_for(function);
    if (!pan.options.without_main && i == heddle_machine_threads(m))
        fail("threads are started with pan_start_thread only after pan_setup");
    changed(heddle_machine_start_thread(m, i, function, arg));
}

void pan_match(void) { checked(heddle_machine_match(machine())); }

// ---- steps --------------------------------------------------------------------------------------

int pan_threads(void) { return checked(heddle_machine_threads(machine())); }

int pan_alternatives(int i) { return checked(heddle_machine_alternatives(machine(), i)); }

int pan_can(int i, int alternative) {
    return checked(heddle_machine_can(machine(), i, alternative));
}

int pan_enabled(int i) { return checked(heddle_machine_enabled(machine(), i)); }

int pan_enabled_cb(int i) { return checked(heddle_machine_enabled_cb(machine(), i)); }

int pan_goes_on(int i) { return checked(heddle_machine_goes_on(machine(), i)); }

int pan_rests(void) { return checked(heddle_machine_rests(machine())); }

void pan_choose(int i, int alternative) {
    changed(heddle_machine_choose(machine(), i, alternative));
}

void pan_step(int i) {
    int n = pan_alternatives(i);
    if (n > 1)
        fail("thread %d has %d alternatives here, so pan_step(%d) is not enough; use pan_can and "
             "pan_choose",
             i, n, i);
    pan_choose(i, 0);
}

// ---- what happened ------------------------------------------------------------------------------

const char *pan_message(void) { return pan.machine ? heddle_machine_message(pan.machine) : ""; }

size_t pan_bytes(void) { return heddle_machine_bytes(machine()); }

long pan_offset(const char *global) {
    return pan.machine ? heddle_machine_offset(pan.machine, global) : -1;
}

const char *pan_place(int i) { return heddle_machine_place(machine(), i); }
