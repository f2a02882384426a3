// SPDX-License-Identifier: Apache-2.0
// The functions of the interface that take a machine. Each runs its part of machine.c; what cannot
// be done, there or for lack of memory, comes back here by a jump and becomes the result.
#include "lib/lib_int.h"

#include <setjmp.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

// A function of the interface that is running; the violation handler may call others.
typedef struct Call {
    jmp_buf back;
    int code;
    heddle_machine *machine;
    struct Call *outer;
} Call;

// The only mutable global of this file: who gives memory knows of no machine.
static _Thread_local Call *running;

void handle_leave(int code) {
    ENSURE(running && code < 0);
    running->code = code;
    longjmp(running->back, 1);
}

// Outside of these functions the end of memory is that of the process.
static void on_exhausted(void *arg, const char *why) {
    (void)arg;
    if (!running)
        return;
    heddle_machine *m = running->machine;
    size_t n = sizeof m->why_exhausted;
    if (!why && mem_has_met_limit())
        snprintf(m->why_exhausted, n, "memory limit of %llu MiB reached by heddle's machine",
                 (unsigned long long)((m->memory_limit + (1 << 20) - 1) >> 20));
    else
        snprintf(m->why_exhausted, n, "%s", why ? why : "out of memory");
    m->is_over = true;
    m->code = HEDDLE_NO_MEMORY;
    mem_recover();
    handle_leave(HEDDLE_NO_MEMORY);
}

// Some more than the limit, so that there is room to say that it was met.
u64 handle_most(const heddle_machine *m) { return m->memory_limit + m->memory_limit / 8; }

// ---- protected calls ----------------------------------------------------------------------------

typedef struct Args {
    int thread, n;
    const char *name;
    const unsigned long long *numbers;
    void *pointer;
    unsigned long long result;
    const char *text;
} Args;
typedef int Body(heddle_machine *m, Args *a);

static bool is_running(const heddle_machine *m) {
    const Call *c = running;
    while (c && c->machine != m)
        c = c->outer;
    return c;
}

// SOUND: what was being done when memory ran out is half done, and is not looked at any more.
static void discard(heddle_machine *m) {
    if (*m->why_exhausted)
        return;
    machine_done(m);
    mem_free(m, sizeof *m);
}

// The result of the body; less than 0 if it was left.
static int protect(heddle_machine *m, Body *body, Args *a) {
    Call c; // as a whole, it takes longer to clear than many a call
    int result;
    if (!m)
        return HEDDLE_FAILED;
    if (m->is_over)
        return m->code;
    if (m->memory_limit)
        mem_set_most(handle_most(m));
    c.machine = m;
    c.outer = running;
    running = &c;
    if (setjmp(c.back) == 0)
        result = body(m, a);
    else
        result = c.code;
    running = c.outer;
    if (m->is_closing && !m->is_opening && !is_running(m))
        discard(m);
    return result;
}

// ---- opening ------------------------------------------------------------------------------------

static int allocate(heddle_machine *m, Args *a) {
    (void)m;
    a->pointer = mem_zalloc(sizeof(heddle_machine));
    return 0;
}

static int read_source(heddle_machine *m, Args *a) {
    const Source *source = a->pointer;
    Diag d = {0};
    if (!source->read(source->from, &m->setup, &m->o, &d))
        machine_fail_with(m, &d);
    return 0;
}

static int begin(heddle_machine *m, Args *a) {
    (void)a;
    machine_begin(m);
    return 0;
}

static int fail_at(heddle_machine *m, Args *a) { machine_fail(m, "%s: %s", a->name, a->text); }

static int begin_in_directory(heddle_machine *m) {
    char *here = getcwd(NULL, 0);
    const char *to = m->o.directory;
    if (to && (!here || chdir(to) != 0)) {
        free(here);
        return protect(m, fail_at, &(Args){.name = to, .text = "there is no such directory"});
    }
    int code = protect(m, begin, &(Args){0});
    if (to && chdir(here) != 0 && code >= 0)
        code =
            protect(m, fail_at, &(Args){.name = here, .text = "cannot go back to this directory"});
    free(here);
    return code;
}

static void say(char *error, size_t error_size, const char *why) {
    if (error)
        snprintf(error, error_size, "%s", why);
}

// A machine as it is before anything is known of its program; NULL if there is no memory for it.
static heddle_machine *make(const Listener *listener, char *error, size_t error_size) {
    heddle_machine blank = {0};
    Args a = {0};
    if (protect(&blank, allocate, &a) < 0) {
        say(error, error_size, blank.why_exhausted);
        return NULL;
    }
    heddle_machine *m = a.pointer;
    *m = (heddle_machine){
        .listener = *listener, .abstraction = FUNC_NONE, .control = FUNC_NONE, .launch = FUNC_NONE};
    return m;
}

int handle_open(heddle_machine **out, const Source *source, const Listener *listener, char *error,
                size_t error_size) {
    if (!out) {
        say(error, error_size, "there is no place for the machine: it is NULL");
        return HEDDLE_FAILED;
    }
    mem_on_exhausted(on_exhausted, NULL);
    *out = make(listener, error, error_size);
    if (!*out)
        return HEDDLE_NO_MEMORY;
    (*out)->is_opening = true;
    int code = protect(*out, read_source, &(Args){.pointer = (void *)source});
    if (code >= 0)
        code = begin_in_directory(*out);
    (*out)->is_opening = false;
    if (code < 0) {
        say(error, error_size, heddle_machine_error(*out));
        setup_cleanup(); // without memory, it was left in the middle
        heddle_machine_close(*out);
        *out = NULL;
    }
    return code;
}

const Listener handle_nobody = {.names = "heddle_machine_"};

// A handler may close the machine whose call it runs in: that call ends then, and the machine with
// it.
void heddle_machine_close(heddle_machine *m) {
    if (!m)
        return;
    if (!is_running(m)) {
        discard(m);
        return;
    }
    m->is_closing = m->is_over = true;
    m->code = HEDDLE_FAILED;
    text_clear(&m->error);
    text_add(&m->error, "the machine was closed by its own handler");
}

const char *heddle_machine_error(const heddle_machine *m) {
    if (!m)
        return "there is no machine";
    return *m->why_exhausted ? m->why_exhausted : text_str(&m->error);
}

// ---- setting up ---------------------------------------------------------------------------------

static void need_name(heddle_machine *m, const Args *a) {
    if (!a->name)
        machine_fail(m, "there is no name: it is NULL");
}

static int call_function(heddle_machine *m, Args *a) {
    need_name(m, a);
    if (a->n > 0 && !a->numbers)
        machine_fail(m, "'%s' is called with %d arguments, but they are NULL", a->name, a->n);
    a->result = machine_call(m, a->name, a->n, a->numbers);
    return 0;
}

int heddle_machine_call(heddle_machine *m, const char *name, int nargs,
                        const unsigned long long *args, unsigned long long *result) {
    Args a = {.name = name, .n = nargs, .numbers = args};
    int code = protect(m, call_function, &a);
    if (code >= 0 && result)
        *result = a.result;
    return code;
}

static int start_thread(heddle_machine *m, Args *a) {
    need_name(m, a);
    machine_start_thread(m, a->thread, a->name, a->pointer);
    return 0;
}

int heddle_machine_start_thread(heddle_machine *m, int i, const char *function, void *arg) {
    return protect(m, start_thread, &(Args){.thread = i, .name = function, .pointer = arg});
}

static int add_invariant(heddle_machine *m, Args *a) {
    need_name(m, a);
    machine_add_invariant(m, a->name);
    return 0;
}

int heddle_machine_invariant(heddle_machine *m, const char *name) {
    return protect(m, add_invariant, &(Args){.name = name});
}

static int abstract_with(heddle_machine *m, Args *a) {
    need_name(m, a);
    machine_abstract_with(m, a->name);
    return 0;
}

int heddle_machine_abstraction(heddle_machine *m, const char *name) {
    return protect(m, abstract_with, &(Args){.name = name});
}

static int match(heddle_machine *m, Args *a) {
    (void)a;
    machine_match(m);
    return 0;
}

int heddle_machine_match(heddle_machine *m) { return protect(m, match, &(Args){0}); }

void heddle_machine_context_bound(heddle_machine *m, int n) {
    if (m)
        m->search.explore.context_bound = n < 0 ? -1 : n < MOST_SWITCHES ? n : MOST_SWITCHES;
}

// ---- steps --------------------------------------------------------------------------------------

static int count_threads(heddle_machine *m, Args *a) {
    (void)a;
    return (int)machine_threads(m);
}

int heddle_machine_threads(heddle_machine *m) { return protect(m, count_threads, &(Args){0}); }

static int count_alternatives(heddle_machine *m, Args *a) {
    return (int)machine_alternatives(m, a->thread);
}

int heddle_machine_alternatives(heddle_machine *m, int i) {
    return protect(m, count_alternatives, &(Args){.thread = i});
}

static int is_enabled(heddle_machine *m, Args *a) { return machine_is_enabled(m, a->thread); }

int heddle_machine_enabled(heddle_machine *m, int i) {
    return protect(m, is_enabled, &(Args){.thread = i});
}

static int is_enabled_in_bound(heddle_machine *m, Args *a) {
    return machine_is_in_bound(m, a->thread) && machine_is_enabled(m, a->thread);
}

int heddle_machine_enabled_cb(heddle_machine *m, int i) {
    return protect(m, is_enabled_in_bound, &(Args){.thread = i});
}

static int goes_on(heddle_machine *m, Args *a) { return machine_goes_on(m, a->thread); }

int heddle_machine_goes_on(heddle_machine *m, int i) {
    return protect(m, goes_on, &(Args){.thread = i});
}

static int rests(heddle_machine *m, Args *a) {
    (void)a;
    return machine_rests(m);
}

int heddle_machine_rests(heddle_machine *m) { return protect(m, rests, &(Args){0}); }

static int can(heddle_machine *m, Args *a) { return machine_can(m, a->thread, a->n); }

int heddle_machine_can(heddle_machine *m, int i, int alternative) {
    return protect(m, can, &(Args){.thread = i, .n = alternative});
}

static int choose(heddle_machine *m, Args *a) { return machine_choose(m, a->thread, a->n); }

int heddle_machine_choose(heddle_machine *m, int i, int alternative) {
    return protect(m, choose, &(Args){.thread = i, .n = alternative});
}

// ---- what happened ------------------------------------------------------------------------------

const char *heddle_machine_message(const heddle_machine *m) {
    return m ? text_str(&m->message) : "";
}

const char *heddle_machine_cut(const heddle_machine *m) {
    if (!m)
        return "there is no machine";
    const Verdict *v = drive_findings(m->drive).verdict;
    return v->ncuts ? text_str(&v->reason) : "";
}

size_t heddle_machine_bytes(const heddle_machine *m) { return m ? flat_bytes(m->o.state) : 0; }

static int find_global(heddle_machine *m, Args *a) {
    Diag d = {0};
    ObjId id;
    need_name(m, a);
    bool is_found = ir_find_global(m->program, a->name, strlen(a->name), &id, &d);
    diag_done(&d);
    a->result = is_found ? flat_global(m->program, id) : 0;
    return is_found;
}

long heddle_machine_offset(heddle_machine *m, const char *global) {
    Args a = {.name = global};
    return protect(m, find_global, &a) > 0 ? (long)a.result : -1;
}

static int find_place(heddle_machine *m, Args *a) {
    a->text = machine_place(m, a->thread);
    return 0;
}

const char *heddle_machine_place(heddle_machine *m, int i) {
    Args a = {.thread = i};
    return protect(m, find_place, &a) < 0 ? "" : a.text;
}
