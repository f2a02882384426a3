// SPDX-License-Identifier: Apache-2.0
// The machine as a library. One per process, since its state is in one buffer of the caller's.
#include "cli/cli.h"
#include "lib/lib_int.h"
#include "spin/spin.h"

#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <libheddle.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <unistd.h>

enum { EXIT_NEEDS_MORE = 2 };
enum { MOST_STARTED = 20 }; // threads after the end of others: then there may be no end of them

// The only mutable global: the functions of the interface have no argument to pass it in.
static struct Lib {
    const char *directory, *bitcode;
    int nwords;
    const char *const *words;
    unsigned char *buffer;
    size_t size;
    unsigned char *matched; // NULL: nobody wants the part of a state that is compared
    size_t matched_size;
    unsigned *depth;
    unsigned char *values; // of propositions, behind the LibPhase; NULL: nobody asks
    void (*on_violation)(char *);
    u32 most_threads, most_alternatives;
    bool is_only_stepped; // nobody looks at memory between steps
    i64 context_bound;
    bool has_context_bound;
    Options options;
    SearchOptions search;
    bool has_reduction; // the words name one
    u64 memory_limit;
    Program *program;
    Drive *drive;
    Schedule schedule;      // of the run so far, *depth steps
    FuncId control, launch; // of the library models; FUNC_NONE if the program has main
    FuncId abstraction;     // FUNC_NONE: none
    Restored *restored;     // NULL: the caller restores the whole buffer
    bool is_cut_noted, is_abstraction_noted, is_renumbering_noted;
    u32 bounds_noted; // bits of Vm.bounds_met
    bool is_unasked_noted[FAULT_COUNT];
    Text message, place;
} lib = {.most_threads = MAX_THREADS,
         .most_alternatives = UINT32_MAX,
         .abstraction = FUNC_NONE,
         .control = FUNC_NONE,
         .launch = FUNC_NONE};

// How far a run is that somebody asks propositions about.
typedef enum LibPhase {
    PHASE_RUNNING,
    PHASE_ENDED,    // the program has ended
    PHASE_DISCARDED // an assumption did not hold, or it could not be followed any further
} LibPhase;

// ---- notes --------------------------------------------------------------------------------------

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
        cli_error("%s: %s", path, strerror(errno));
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
    cli_error("%s", text_str(&text));
    note("failed %s", text_str(&text));
    _exit(EXIT_USAGE);
}

_Noreturn static void needs(const char *what, u64 n) {
    note("needs %s %" PRIu64, what, n);
    cli_error("more %s are needed: %" PRIu64, what, n);
    _exit(EXIT_NEEDS_MORE);
}

static void on_exhausted(void *arg, const char *why) {
    (void)arg;
    if (why)
        note("cut %s", why);
    else if (mem_has_met_limit())
        note("cut memory limit of %" PRIu64 " MiB reached by heddle's machine",
             lib.memory_limit >> 20);
    else
        note("cut out of memory");
    _exit(EXIT_UNDECIDED);
}

// An invariant or an abstraction that cannot be used.
_Noreturn static void stop(void) {
    cli_error("%s", text_str(&drive_findings(lib.drive).verdict->reason));
    note("stopped");
    _exit(EXIT_USAGE);
}

static void note_bounds(u32 met) {
    for (u32 bound = 0; bound < BOUND_COUNT; bound++) {
        Text text = {0};
        if (!((met & ~lib.bounds_noted) >> bound & 1))
            continue;
        explore_bound_text(&lib.search.explore, bound, &text);
        note("bound %s", text_str(&text));
        text_done(&text);
    }
    lib.bounds_noted |= met;
}

// Notes what the engine has recorded since the last look.
static void note_result(void) {
    Findings f = drive_findings(lib.drive);
    if (f.verdict->ncuts && !lib.is_cut_noted) {
        note("%s %s", f.verdict->is_input_at_fault ? "fault" : "cut", text_str(&f.verdict->reason));
        lib.is_cut_noted = true;
    }
    if (drive_must_stop(lib.drive))
        stop();
    if (drive_is_abstracted(lib.drive) && !lib.is_abstraction_noted) {
        note("abstraction");
        lib.is_abstraction_noted = true;
    }
    note_bounds(vm_bounds_met(drive_machine(lib.drive)));
    for (u32 k = 0; k < FAULT_COUNT; k++)
        if (f.unasked[k] && !lib.is_unasked_noted[k]) {
            note("unasked %s %s", ir_kind_name[k], text_str(&f.first_unasked->text));
            lib.is_unasked_noted[k] = true;
        }
}

// ---- the program --------------------------------------------------------------------------------

void heddle_program(const char *directory, int nwords, const char *const *words) {
    lib.directory = directory;
    lib.nwords = nwords;
    lib.words = words;
}

void heddle_bitcode(const char *directory) { lib.bitcode = directory; }

void heddle_buffers(void *csbuf_, size_t cs_size, unsigned *depth) {
    lib.buffer = csbuf_;
    lib.size = cs_size;
    lib.depth = depth;
}

void heddle_values(unsigned char *values) { lib.values = values; }

void heddle_matched(void *pan_abs_, size_t pan_abs_size) {
    lib.matched = pan_abs_;
    lib.matched_size = pan_abs_size;
}

void heddle_on_violation(void (*handler)(char *message)) { lib.on_violation = handler; }

void heddle_limits(int threads, int alternatives) {
    lib.most_threads = (u32)threads;
    lib.most_alternatives = (u32)alternatives;
}

void heddle_only_steps(void) { lib.is_only_stepped = true; }

void pan_context_bound(int n) {
    lib.has_context_bound = true;
    lib.context_bound = lib.search.explore.context_bound = n < 0 ? -1 : n;
    if (n >= 0)
        note("bound %d context switch%s", n, n == 1 ? "" : "es");
}

static FuncId function_named(const char *name) {
    for (FuncId f = 0; f < lib.program->nfuncs; f++)
        if (strcmp(lib.program->funcs[f].name, name) == 0)
            return f;
    return FUNC_NONE;
}

static FuncId need_function(const char *name) {
    if (!lib.drive)
        fail("pan_setup comes before everything that is about '%s'", name);
    Diag d = {0};
    FuncId f;
    if (ir_find_function(lib.program, name, strlen(name), false, &f, &d))
        return f;
    f = function_named(name); // of the library
    if (f == FUNC_NONE || !lib.program->funcs[f].is_runtime)
        fail("%s", diag_text(&d));
    diag_done(&d);
    return f;
}

static void read_words(void) {
    Diag d = {0};
    options_init(&lib.options);
    lib.options.command = CMD_SPIN;
    lib.options.command_name = "spin";
    if (!options_read(&lib.options, lib.nwords, lib.words, &d))
        fail("%s", diag_text(&d));
    if (!cli_set_search(&lib.options.setup, &lib.search))
        _exit(EXIT_USAGE);
    lib.has_reduction = lib.search.explore.reduction != REDUCTION_DEFAULT;
    if (!lib.has_reduction)
        lib.search.explore.reduction = REDUCTION_SUPERSTEP;
    if (lib.has_context_bound)
        lib.search.explore.context_bound = lib.context_bound;
    lib.memory_limit = lib.search.memory_limit;
    lib.search.memory_limit = 0;
    mem_set_most(lib.memory_limit / 8 * 9);
}

// SOUND: who looks at memory between steps, or writes to it, is like one more thread, of which
// nothing is known. What they can reach are the globals and what these point to, and every access
// to that is a visible operation: with each of them ending a step, nothing that happens there is
// passed over. The end of the program is a step like any other.
static void suit_caller(void) {
    if (lib.is_only_stepped)
        return;
    if (!lib.values) // these tell of ends
        drive_keep_ends(lib.drive);
    if (!lib.has_reduction)
        drive_look_between(lib.drive);
}

static void load(bool has_main) {
    char *here = getcwd(NULL, 0);
    if (!lib.words || !lib.buffer)
        fail("heddle_program and heddle_buffers come first");
    if (lib.directory && chdir(lib.directory) != 0)
        fail("%s: there is no such directory", lib.directory);
    mem_on_exhausted(on_exhausted, NULL);
    if (getenv(SPIN_NOTES))
        prctl(PR_SET_PDEATHSIG, SIGKILL); // nobody waits for an answer when heddle is gone
    read_words();
    lib.options.setup.without_main = !has_main;
    lib.options.setup.bitcode_from = lib.bitcode;
    const PropertySet *p = &lib.search.explore.properties;
    lib.program = cli_load(&lib.options.setup, setup_keeps_locals(p), p->checked[FAULT_DATA_RACE]);
    if (!lib.program || !cli_set_names(&lib.options.setup, lib.program, &lib.search))
        _exit(EXIT_USAGE);
    if (here && chdir(here) != 0)
        fail("%s: cannot go back to this directory", here);
    free(here);
    if (lib.values &&
        !cli_set_formula(&lib.options.setup, lib.program, &lib.search.explore.properties))
        _exit(EXIT_USAGE);
    lib.drive = drive_new(lib.program, &lib.search.explore);
    suit_caller();
    lib.control = function_named("__rt_control");
    lib.launch = function_named("__rt_launch");
}

// ---- the buffer ---------------------------------------------------------------------------------

void heddle_trackers(void (*update)(unsigned char *), void (*revert)(unsigned char *),
                     void (*stack)(unsigned char *), void (*unstack)(unsigned char *)) {
    Tracker trackers[2];
    size_t n = 0;
    if (update && revert)
        trackers[n++] = (Tracker){update, revert};
    if (stack && unstack)
        trackers[n++] = (Tracker){stack, unstack};
    lib.restored = restored_new(lib.buffer, lib.size, trackers, n);
}

static void note_unrestored(const char *what) { note("bound untracked data: %s", what); }

// After steps and calls, and before those, since native code may have written to globals.
static void look_at_unrestored(void) {
    if (lib.restored)
        restored_look(lib.restored, note_unrestored);
}

static void enter(void) {
    look_at_unrestored();
    drive_enter(lib.drive, lib.buffer);
}

static void write_matched(void) {
    size_t n = lib.matched ? drive_write_matched(lib.drive, lib.matched, lib.matched_size) : 0;
    if (n > lib.matched_size)
        needs("matched-bytes", n);
    note_result();
}

static void leave(void) {
    size_t n = drive_write(lib.drive, lib.buffer, lib.size);
    if (n > lib.size)
        needs("bytes", n);
    look_at_unrestored();
    write_matched();
    if (drive_threads(lib.drive) > lib.most_threads)
        needs("threads", drive_threads(lib.drive));
}

// ---- propositions -------------------------------------------------------------------------------

static void keep_values(LibPhase phase, u32 values) {
    u32 n = lib.search.explore.properties.formula->npropositions;
    lib.values[0] = (unsigned char)phase;
    for (u32 i = 0; i < n; i++)
        lib.values[1 + i] = values >> i & 1;
}

// After each step, and at the beginning.
static void evaluate(void) {
    bool is_seen;
    u32 values;
    if (!lib.values)
        return;
    const char *why = drive_values(lib.drive, &is_seen, &values);
    if (*why)
        fail("%s", why);
    if (is_seen)
        keep_values(PHASE_RUNNING, values);
}

// Behind the values: 0 until a thread has ended, then 1 and how many were started since. In a run
// that starts threads for ever, they can go on moving from one number to the next, and who counts
// on their numbers must know.
static void note_threads(u32 before, u32 now) {
    unsigned char *started =
        lib.values ? &lib.values[1 + lib.search.explore.properties.formula->npropositions] : NULL;
    if (!started)
        return;
    if (now > before && *started && *started < MOST_STARTED)
        ++*started;
    if (*started == MOST_STARTED && !lib.is_renumbering_noted) {
        note("renumbers");
        lib.is_renumbering_noted = true;
    }
    if (now < before && !*started)
        *started = 1;
}

// The run is over: what was true stays so.
static void evaluate_end(ThreadId t, u32 alternative) {
    u32 values;
    if (drive_is_exit(lib.drive, t, alternative, &values))
        keep_values(PHASE_ENDED, values);
    else
        lib.values[0] = PHASE_DISCARDED;
}

static void write_schedule(void) {
    const char *notes = getenv(SPIN_NOTES);
    Text path = {0}, text = {0};
    Diag d = {0};
    for (u32 i = 0; i < lib.schedule.len; i++) {
        const Choice *c = &lib.schedule.steps[i];
        text_add(&text, "%u %u %u\n", c->thread, c->alternative, c->length);
    }
    text_add(&path, "%s" SPIN_SCHEDULE, notes ? notes : "");
    if (notes && !file_write(text_str(&path), text_str(&text), text.len, &d))
        fail("%s", diag_text(&d));
    text_done(&path);
    text_done(&text);
    diag_done(&d);
}

// At the end of the process, wherever it was in.
__attribute__((destructor)) static void done(void) {
    if (getenv(SPIN_REPLAY) && lib.depth && !lib.message.len)
        write_schedule();
    look_at_unrestored();
    restored_free(lib.restored);
    drive_free(lib.drive);
    if (lib.program)
        program_free(lib.program);
    if (lib.options.setup.arena)
        options_done(&lib.options);
    schedule_done(&lib.schedule);
    text_done(&lib.message);
    text_done(&lib.place);
}

static void violated(FaultKind kind, const char *text) {
    text_clear(&lib.message);
    text_add(&lib.message, "%s: %s", ir_kind_name[kind], text);
    if (lib.depth)
        write_schedule();
    note("violation %s %s", ir_kind_name[kind], text);
    if (lib.on_violation)
        lib.on_violation(lib.message.s);
}

static void violated_by_fault(void) {
    const Fault *f = drive_fault(lib.drive);
    violated(f->kind, text_str(&f->text));
}

// Remembers a step. SPIN restores the depth when it goes back, and so cuts off the steps after it.
static void record(Choice how) {
    if (!lib.depth)
        return;
    lib.schedule.len = *lib.depth;
    VEC_PUSH(lib.schedule.steps, lib.schedule.len, lib.schedule.cap) = how;
    *lib.depth = lib.schedule.len;
}

// ---- functions that run whole -------------------------------------------------------------------

static DriveCall call_of(FuncId f, const Cell *args, u32 nargs) {
    return (DriveCall){.func = f, .args = args, .nargs = nargs, .control = lib.control};
}

// False, after telling, if it did not return.
static bool tell_end(DriveEnd end) {
    note_result();
    if (end == DRIVE_VIOLATION)
        violated_by_fault();
    return end == DRIVE_ON;
}

// On replay of a run in which functions are called from outside, what happens is told as it does.
static void tell_place(const char *what, int i) {
    if (getenv(SPIN_TELL))
        printf("\theddle: %s thread %d, which stands at %s\n", what, i, pan_place(i));
}

static void tell_step(Choice how) {
    if (getenv(SPIN_STEPS))
        printf(SPIN_STEP " %u %u %u\n", how.thread, how.alternative, how.length);
}

static Cell run_whole(const DriveCall *c) {
    Cell result = {0};
    enter();
    DriveEnd end = drive_call(lib.drive, c, &result);
    if (tell_end(end))
        leave();
    else if (end == DRIVE_OVER)
        fail("'%s' did not return: %s", lib.program->funcs[c->func].name,
             text_str(&drive_findings(lib.drive).verdict->reason));
    return result;
}

static u64 number_of(const Cell *c, const char *name) {
    if (cell_is_unwritten(*c))
        fail("'%s' returns a value that was never written", name);
    return tag_names_object(c->tag) ? flat_pointer(c) : c->v;
}

// What native code has for a pointer: the address of a global in the buffer, or what it found in
// one.
static Cell pointer_of(u64 value) {
    u64 at = value - (uintptr_t)lib.buffer;
    for (ObjId i = 1; at < lib.size && i <= lib.program->nglobals; i++) {
        const Global *g = &lib.program->globals[i];
        u64 offset = g->is_const || g->is_tls ? UINT64_MAX : at - flat_global(lib.program, i);
        if (offset < g->size)
            return cell_pointer(i, offset);
    }
    Cell c = flat_cell(value);
    // SOUND: objects that only the caller knows of are gone after the call that made them, and
    // numbers are given anew in each state.
    if (c.tag >= program_first_dynamic(lib.program) && !drive_is_known(lib.drive, c.tag))
        fail("a pointer was passed that no global of the program holds: what it pointed to may be "
             "gone, or have another number "
             "by now");
    return c;
}

static void check_call(FuncId f, int nargs) {
    const Function *fn = &lib.program->funcs[f];
    if (nargs < 0 || (u32)nargs != fn->nparams || fn->is_variadic || fn->ret_cells > 1 ||
        strchr(fn->signature, '?'))
        fail("'%s' takes %u number%s and must be called with as many; structures and variadic "
             "functions cannot be "
             "called",
             fn->name, fn->nparams, fn->nparams == 1 ? "" : "s");
}

unsigned long long pan_call_raw(const char *name, int nargs, const unsigned long long *args) {
    FuncId f = need_function(name);
    Cell cells[64];
    check_call(f, nargs);
    if (nargs > (int)ARRAY_LEN(cells))
        fail("'%s' has too many parameters", name);
    enter();
    for (int i = 0; i < nargs; i++)
        cells[i] = lib.program->funcs[f].signature[i + 1] == 'p' ? pointer_of(args[i])
                                                                 : cell_number(args[i]);
    DriveCall c = call_of(f, cells, (u32)nargs);
    Cell result = run_whole(&c);
    return lib.program->funcs[f].ret_cells ? number_of(&result, name) : 0;
}

long long pan_call(const char *name, int nargs, const long long *args) {
    return (long long)pan_call_raw(name, nargs, (const unsigned long long *)args);
}

long long pan_run_function(const char *name) { return pan_call(name, 0, NULL); }

// ---- what is looked at after a step -------------------------------------------------------------

// The state may have come about by other means than a step.
static void check_invariants(void) {
    DriveEnd end = drive_check_invariants(lib.drive);
    note_result();
    if (end == DRIVE_VIOLATION)
        violated_by_fault();
}

void pan_invariant(const char *name) {
    Diag d = {0};
    FuncId f = need_function(name);
    if (!prop_add_invariant(&lib.search.explore.properties, lib.program, f, &d))
        fail("pan_invariant: %s", diag_text(&d));
    drive_has_invariants(lib.drive);
}

void pan_abstraction(const char *name) {
    lib.abstraction = need_function(name);
    check_call(lib.abstraction, 0);
    drive_look_between(lib.drive);
}

static void abstract(void) {
    Cell ignored;
    DriveCall c = call_of(lib.abstraction, NULL, 0);
    if (lib.abstraction != FUNC_NONE)
        tell_end(drive_call(lib.drive, &c, &ignored));
}

void pan_start_thread(int i, const char *function, void *arg) {
    enter();
    if (i < 0 || (u32)i != drive_threads(lib.drive))
        fail("pan_start_thread(%d, ...): the next thread has the number %u", i,
             drive_threads(lib.drive));
    Cell args[] = {{0, program_func_obj(lib.program, need_function(function)), 0},
                   pointer_of((uintptr_t)arg)};
    DriveCall c = call_of(lib.launch, args, 2);
    c.may_start = true;
    if (lib.launch == FUNC_NONE)
        fail("threads are started with pan_start_thread only after pan_setup");
    run_whole(&c);
    check_invariants();
}

void pan_match(void) {
    enter();
    write_matched();
}

// ---- setting up ---------------------------------------------------------------------------------

static void begin(DriveEnd end) {
    note_result();
    const Text *why = &drive_findings(lib.drive).verdict->reason;
    if (end == DRIVE_OVER)
        fail("the program cannot be set up: %s", why->len ? text_str(why) : "it ends before that");
    leave();
    evaluate();
    if (end == DRIVE_VIOLATION)
        violated_by_fault();
}

void heddle_start(void) {
    if (lib.drive)
        fail("the machine was set up already");
    load(true);
    begin(drive_start(lib.drive));
}

// The caller gets its control block at once, so that it does not matter for a state whether
// anything was called.
static DriveEnd start_empty(void) {
    Cell ignored;
    DriveCall c = call_of(lib.control, NULL, 0);
    DriveEnd end = drive_start_empty(lib.drive);
    return end == DRIVE_ON ? drive_call(lib.drive, &c, &ignored) : end;
}

void pan_setup(void) {
    if (lib.drive)
        return; // SPIN may run an initialisation again
    load(false);
    begin(start_empty());
    if (lib.restored)
        restored_begin(lib.restored, lib.program);
}

// ---- steps --------------------------------------------------------------------------------------

int pan_threads(void) {
    enter();
    return (int)drive_threads(lib.drive);
}

int pan_alternatives(int i) {
    enter();
    check_invariants();
    bool is_over = i < 0 || (lib.values && lib.values[0] != PHASE_RUNNING);
    u32 n = is_over ? 0 : drive_alternatives(lib.drive, (ThreadId)i);
    if (n > lib.most_alternatives)
        needs("alternatives", n);
    return (int)n;
}

static bool can(ThreadId t, u32 alternative) {
    Choice how;
    DriveEnd end = drive_step(lib.drive, t, alternative, &how);
    note_result();
    return end != DRIVE_OVER || lib.values;
}

static bool is_in_bound(int i) { return drive_ways(lib.drive, (ThreadId)i) > 0; }

int pan_can(int i, int alternative) {
    return alternative < pan_alternatives(i) && is_in_bound(i) &&
           can((ThreadId)i, (u32)alternative);
}

int pan_enabled(int i) {
    int n = pan_alternatives(i);
    for (int a = 0; a < n; a++)
        if (can((ThreadId)i, (u32)a))
            return 1;
    return 0;
}

int pan_enabled_cb(int i) { return pan_alternatives(i) > 0 && is_in_bound(i) && pan_enabled(i); }

void pan_choose(int i, int alternative) {
    Choice how;
    // Between the look whether a thread can run and its step, a model may have let others run: then
    // it cannot any more.
    if (alternative < 0 || alternative >= pan_alternatives(i))
        return;
    DriveEnd end = drive_step(lib.drive, (ThreadId)i, (u32)alternative, &how);
    note_result();
    if (end == DRIVE_OVER && !lib.values)
        return;
    tell_place("a step of", i);
    tell_step(how);
    record(how);
    if (end == DRIVE_OVER) {
        evaluate_end((ThreadId)i, (u32)alternative);
        return;
    }
    if (end == DRIVE_VIOLATION) {
        violated_by_fault();
        return;
    }
    u32 threads = drive_threads(lib.drive);
    drive_go(lib.drive, (ThreadId)i, (u32)alternative);
    note_threads(threads, drive_threads(lib.drive));
    abstract();
    leave();
    evaluate();
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

const char *pan_message(void) { return text_str(&lib.message); }

size_t pan_bytes(void) { return flat_bytes(lib.buffer); }

long pan_offset(const char *global) {
    Diag d = {0};
    ObjId id;
    bool is_found = lib.program && ir_find_global(lib.program, global, strlen(global), &id, &d);
    diag_done(&d);
    return is_found ? (long)flat_global(lib.program, id) : -1;
}

const char *pan_place(int i) {
    Fault f = {0};
    enter();
    text_clear(&lib.place);
    if (i < 0 || (u32)i >= drive_threads(lib.drive))
        return "";
    drive_locate(lib.drive, (ThreadId)i, &f);
    const SrcLoc *loc = &lib.program->locs[f.pc];
    text_add(&lib.place, "%s:%u in %s", lib.program->files[loc->file], loc->line,
             lib.program->funcs[f.func].name);
    return text_str(&lib.place);
}
