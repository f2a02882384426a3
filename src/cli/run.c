// SPDX-License-Identifier: Apache-2.0
// heddle run: one run of the program on the machine, for trying things out and for comparison with
// a native run.
#include "cli/cli.h"

#include <stdio.h>

// Steps after which another thread gets its turn, so that a thread that waits in a loop does not
// wait for ever.
enum { TURN = 1000 };

static void on_output(void *arg, Vm *vm, ThreadId t, int fd, const u8 *bytes, size_t n) {
    (void)arg, (void)vm, (void)t;
    fwrite(bytes, 1, n, fd == 2 ? stderr : stdout);
}

// The thread to run next: the current one unless its turn is over or it cannot; THREAD_NONE if none
// can.
static ThreadId next_thread(Vm *vm, ThreadId current, bool is_turn_over) {
    if (!is_turn_over && vm_alternatives(vm, current) > 0)
        return current;
    for (u32 i = 1; i <= vm_nthreads(vm); i++) {
        ThreadId t = (current + i) % vm_nthreads(vm);
        if (vm_alternatives(vm, t) > 0)
            return t;
    }
    return THREAD_NONE;
}

static RunEnd run(Vm *vm, Fault *stuck) {
    const volatile int *interrupted = signals_flag();
    ThreadId t = 0;
    u32 turn = 0;
    vm_start(vm);
    for (;;) {
        ThreadId next = next_thread(vm, t, turn >= TURN);
        if (next == THREAD_NONE)
            return prop_deadlock(vm, stuck) ? RUN_FAULT : RUN_DONE;
        turn = next == t && turn < TURN ? turn + 1 : 0;
        t = next;
        RunEnd end = vm_step(vm, t, 0)->end;
        if (end != RUN_POINT && end != RUN_DONE)
            return end;
        if (*interrupted)
            return RUN_CUT;
    }
}

static void tell_fault(const Program *p, const Fault *f, const char *file, u32 line) {
    Text text = {0};
    text_add(&text, "violated: %s: %s", ir_kind_name[f->kind], text_str(&f->text));
    if (line)
        text_add(&text, ", at %s:%u in %s", file, line, p->funcs[f->func].name);
    text_tame(&text, 0, false);
    fprintf(stderr, "%s\n", text_str(&text));
    text_done(&text);
}

static int tell(const Program *p, Vm *vm, RunEnd end, const Fault *stuck) {
    const Fault *f = stuck->kind != FAULT_NONE ? stuck : vm_last(vm)->fault;
    const SrcLoc *loc = f->pc < p->ncode ? &p->locs[f->pc] : NULL;
    const char *file = loc && loc->line ? p->files[loc->file] : "";
    u32 line = loc ? loc->line : 0;
    fflush(stdout);
    switch (end) {
    case RUN_EXIT: return vm_exit_code(vm) & 0xff;
    case RUN_FAULT: tell_fault(p, f, file, line); return EXIT_FOUND;
    case RUN_ASSUME:
        cli_error("the run ended at an assumption that does not hold%s",
                  vm_bounds_met(vm) & 1u << BOUND_CLOCK
                      ? ", or where the clock's ticks were used up (--clock-ticks)"
                      : "");
        return EXIT_UNDECIDED;
    case RUN_CUT:
        if (*signals_flag())
            cli_error("interrupted");
        else if (line)
            cli_error("%s:%u: %s", file, line, text_str(&f->text));
        else
            cli_error("%s", text_str(&f->text));
        return EXIT_UNDECIDED;
    default: return EXIT_OK; // every thread has ended
    }
}

// What it has printed is not lost, unless it is just being printed to somebody who does not read
// it.
static int cut_short(void *arg, const char *why) {
    (void)arg;
    if (ftrylockfile(stdout) == 0) {
        fflush(stdout);
        funlockfile(stdout);
    }
    cli_error("%s", why);
    return EXIT_UNDECIDED;
}

int command_run(const Options *o) {
    watchdog_start(o, setup_memory_limit(&o->setup), cut_short, NULL);
    Setup setup = o->setup;
    setup.no_spurious_wakeups = true; // one that nobody needs would come again and again
    Program *p = cli_load(&setup, false, false);
    if (!p) {
        watchdog_stop();
        return EXIT_USAGE;
    }
    VmOptions vo = {
        .has_nondet_range = true,
        .nondet_low = o->setup.nondet_range.low,
        .nondet_high = o->setup.nondet_range.high,
        .max_frames = (u32)o->setup.stack_limit,
        .addressed = ~0ull,
    };
    Vm *vm = vm_new(p, &vo);
    vm_set_watch(vm, NULL, on_output, NULL);
    Fault stuck = {0};
    RunEnd end = run(vm, &stuck);
    watchdog_hold();
    int code = tell(p, vm, end, &stuck);
    watchdog_release();
    watchdog_stop();
    text_done(&stuck.text);
    vm_free(vm);
    program_free(p);
    return code;
}
