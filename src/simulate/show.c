// SPDX-License-Identifier: Apache-2.0
// What the simulator shows of the state that the run is in, and of the way there.
#include "simulate/simulate_int.h"

#include <string.h>

enum { SOURCE_MOST = 48, LIST_LINES = 10 };

void add_tame(Text *out, const char *fmt, ...) {
    u32 from = out->len;
    va_list args;
    va_start(args, fmt);
    text_addv(out, fmt, args);
    va_end(args);
    text_tame(out, from, false);
}

void say(Text *out, const char *fmt, ...) {
    u32 from = out->len;
    va_list args;
    va_start(args, fmt);
    text_addv(out, fmt, args);
    va_end(args);
    text_tame(out, from, false);
    text_add(out, "\n");
}

// ---- threads ------------------------------------------------------------------------------------

static u32 columns(const char *s) {
    u32 n = 0;
    for (; *s; s++)
        n += ((unsigned char)*s & 0xc0) != 0x80;
    return n;
}

// The text in so many columns: filled up, or cut.
static void add_fitted(Text *out, const char *text, u32 width) {
    u32 n = columns(text), at = 0;
    if (n <= width) {
        text_add(out, "%s%*s", text, (int)(width - n), "");
        return;
    }
    for (u32 k = 0; k < width - 3 || ((unsigned char)text[at] & 0xc0) == 0x80; at++)
        k += ((unsigned char)text[at] & 0xc0) != 0x80;
    text_add(out, "%.*s...", (int)at, text);
}

typedef struct Row {
    Text thread, place, source, what;
} Row;

static void add_what(Simulator *s, ThreadId t, Text *out) {
    Text more = {0};
    bool waits = tour_waits(s->tour, t, &more);
    u32 ways = run_ways(s, t);
    if (waits)
        add_tame(out, "waits: %s", text_str(&more));
    else
        tour_next(s->tour, t, out);
    text_tame(out, 0, false);
    if (!ways && !waits && run_goes_on(s) && vm_is_in_atomic(run_machine(s)))
        text_add(out, "%slets an atomic section end first", out->len ? "; " : "");
    text_clear(&more);
    if (ways)
        tour_ways(s->tour, t, &more);
    if (more.len)
        text_add(out, "%s%s", out->len ? "; " : "", text_str(&more));
    text_done(&more);
}

static void make_row(Simulator *s, ThreadId t, Row *row) {
    u32 number = tour_number(s->tour, t);
    SrcLoc loc = tour_position(s->tour, t);
    text_add(&row->thread, "%s thread %u", number == s->chosen ? "*" : " ", number);
    if (loc.line) {
        add_tame(&row->place, "%s:%u", s->program->files[loc.file], loc.line);
        add_tame(&row->source, "%s", tour_source(s->tour, loc.file, loc.line));
    }
    add_what(s, t, &row->what);
}

static u32 widest(u32 so_far, const Text *t) {
    u32 n = columns(text_str(t));
    return n > so_far ? n : so_far;
}

void show_threads(Simulator *s, Text *out) {
    Vm *vm = run_machine(s);
    text_add(out, "step %u", s->at);
    if (s->run.len > s->at)
        text_add(out, " of %u", s->run.len);
    bool is_over = vm_nthreads(vm) == 0 || s->end == RUN_EXIT;
    text_add(out, is_over ? ", the end\n" : ":\n");
    if (is_over)
        return;
    u32 n = 0, thread = 0, place = 0, source = 0;
    Row *rows = mem_zalloc((vm_nthreads(vm) + 1) * sizeof *rows);
    for (ThreadId t = 0; t < vm_nthreads(vm); t++)
        if (vm_is_alive(vm, t))
            make_row(s, t, &rows[n++]);
    for (u32 i = 0; i < n; i++) {
        thread = widest(thread, &rows[i].thread);
        place = widest(place, &rows[i].place);
        source = widest(source, &rows[i].source);
    }
    source = source > SOURCE_MOST ? SOURCE_MOST : source;
    for (u32 i = 0; i < n; i++) {
        add_fitted(out, text_str(&rows[i].thread), thread);
        text_add(out, "  ");
        add_fitted(out, text_str(&rows[i].place), place);
        text_add(out, "  ");
        add_fitted(out, text_str(&rows[i].source), source);
        text_add(out, "  %s", text_str(&rows[i].what));
        while (out->s[out->len - 1] == ' ')
            out->s[--out->len] = '\0';
        text_add(out, "\n");
        text_done(&rows[i].thread);
        text_done(&rows[i].place);
        text_done(&rows[i].source);
        text_done(&rows[i].what);
    }
    mem_free(rows, (vm_nthreads(vm) + 1) * sizeof *rows);
}

// ---- what has happened --------------------------------------------------------------------------

void show_events(Simulator *s, Text *out) {
    tour_rows(s->tour, s->shown_events, out);
    s->shown_events = tour_trace(s->tour)->nevents;
}

static void show_fault(Simulator *s, Text *out) {
    const Trace *t = tour_trace(s->tour);
    text_add(out, "violated: ");
    report_headline(t, out);
    text_add(out, "\n");
    if (*t->about)
        say(out, "  %s", t->about);
}

void show_end(Simulator *s, Text *out) {
    Vm *vm = run_machine(s);
    const Fault *last = vm_last(vm)->fault;
    if (s->trouble.len)
        say(out, "%s", text_str(&s->trouble));
    if (s->fault.kind != FAULT_NONE) {
        if (!s->is_told)
            tour_violated(s->tour, &s->fault);
        s->is_told = true;
        show_events(s, out);
        show_fault(s, out);
        return;
    }
    switch (s->end) {
    case RUN_EXIT:
        text_add(out, "the program has ended, exit code %d\n", vm_exit_code(vm) & 0xff);
        break;
    case RUN_FAULT:
        say(out, "the run ends: %s: %s; that is not checked here", ir_kind_name[last->kind],
            text_str(&last->text));
        break;
    case RUN_ASSUME:
    case RUN_VOID: text_add(out, "the run does not count: an assumption does not hold\n"); break;
    case RUN_CUT: say(out, "the run cannot go on: %s", text_str(&last->text)); break;
    default:
        if (!vm_nthreads(vm))
            text_add(out, "all threads have ended\n");
        break;
    }
}

void simulate_show(Simulator *s, Text *out) {
    show_events(s, out);
    show_end(s, out);
    show_threads(s, out);
}

void show_history(Simulator *s, u32 most, Text *out) {
    u32 n = tour_trace(s->tour)->nevents;
    if (!n)
        text_add(out, "nothing has happened yet\n");
    else if (n > most)
        text_add(out, "  ... %u events before; 'history %u' shows all ...\n", n - most, n);
    tour_rows(s->tour, n > most ? n - most : 0, out);
}

void show_output(Simulator *s, Text *out) {
    const Text *output = &tour_trace(s->tour)->output;
    if (!output->len)
        text_add(out, "no output so far\n");
    for (const char *line = text_str(output), *end = line + output->len; line < end;) {
        size_t len = strcspn(line, "\n");
        say(out, "| %.*s", (int)len, line);
        line += len + 1;
    }
}

// ---- frames -------------------------------------------------------------------------------------

static const TraceFrame *chosen_frame(Simulator *s, ThreadId t, TraceThread *stack) {
    tour_stack(s->tour, t, stack);
    if (!stack->nframes)
        return NULL;
    return &stack->frames[s->frame < stack->nframes ? s->frame : stack->nframes - 1];
}

TourFrame frame_of(Simulator *s) {
    ThreadId t = run_chosen(s);
    TraceThread stack;
    const TraceFrame *f = t == THREAD_NONE ? NULL : chosen_frame(s, t, &stack);
    return (TourFrame){t, f ? f->depth : 0};
}

void show_stack(Simulator *s, ThreadId t, Text *out) {
    TraceThread stack;
    tour_stack(s->tour, t, &stack);
    text_add(out, "thread %u", stack.number);
    if (*stack.waits)
        add_tame(out, "  waits: %s", stack.waits);
    else if (!stack.nframes)
        text_add(out, stack.has_begun ? "  is about to end" : "  has not begun");
    text_add(out, "\n");
    for (u32 i = 0; i < stack.nframes; i++) {
        const TraceFrame *f = &stack.frames[i];
        bool is_chosen = stack.number == s->chosen && i == s->frame;
        text_add(out, "%s %u  ", is_chosen ? "*" : " ", i);
        add_tame(out, "%s  %s:%u", f->function, s->program->files[f->file], f->line);
        add_tame(out, *f->values ? "  (%s)" : "%s", f->values);
        text_add(out, "\n");
    }
}

typedef struct Told {
    Text *out;
    u32 n;
} Told;

static void tell_local(void *told, const char *name, const char *value, const i64 *number) {
    Told *t = told;
    (void)number;
    t->n++;
    say(t->out, "%s = %s", name, value);
}

void show_locals(Simulator *s, Text *out) {
    TourFrame f = frame_of(s);
    Told told = {out, 0};
    if (f.thread != THREAD_NONE && f.depth)
        tour_locals(s->tour, f.thread, f.depth, tell_local, &told);
    if (!told.n)
        text_add(out, "nothing is known of local variables here\n");
}

// ---- locks --------------------------------------------------------------------------------------

typedef struct Owner {
    Told told;
    u32 number;
} Owner;

static void tell_lock(void *owner, const char *name) {
    Owner *o = owner;
    o->told.n++;
    say(o->told.out, "%s  held by thread %u", name, o->number);
}

void show_locks(Simulator *s, Text *out) {
    Vm *vm = run_machine(s);
    Owner o = {.told = {.out = out}};
    for (ThreadId t = 0; t < vm_nthreads(vm); t++) {
        Text waits = {0};
        if (!vm_is_alive(vm, t))
            continue;
        o.number = tour_number(s->tour, t);
        tour_locks(s->tour, t, tell_lock, &o);
        if (tour_waits(s->tour, t, &waits))
            say(out, "thread %u waits: %s", o.number, text_str(&waits));
        o.told.n += waits.len > 0;
        text_done(&waits);
    }
    if (!o.told.n)
        text_add(out, "nobody holds a lock, and nobody waits\n");
}

// ---- source -------------------------------------------------------------------------------------

static void list_line(const Simulator *s, u32 file, u32 i, bool is_here, Text *out) {
    const char *line = tour_whole_line(s->tour, file, i);
    text_add(out, "%s%5u  ", is_here ? "*" : " ", i);
    for (; *line == ' ' || *line == '\t'; line++)
        text_add(out, *line == ' ' ? " " : "    ");
    say(out, "%s", line);
}

static void list_lines(Simulator *s, u32 file, u32 first, u32 here, Text *out) {
    u32 n = tour_lines(s->tour, file);
    if (first > n)
        say(out, n ? "%s ends at line %u" : "%s cannot be read", s->program->files[file], n);
    for (u32 i = first; i < first + LIST_LINES && i <= n; i++)
        list_line(s, file, i, i == here, out);
    s->listed_file = file;
    s->listed_line = first + LIST_LINES;
}

void show_source(Simulator *s, const char *words, Text *out) {
    Diag d = {0};
    FuncId f;
    ThreadId t = run_chosen(s);
    TraceThread stack;
    const TraceFrame *frame = t == THREAD_NONE ? NULL : chosen_frame(s, t, &stack);
    u32 file = 0, line = 0, here = frame ? frame->line : 0;
    bool is_ok = true;
    if (!*words && s->listed_line) {
        list_lines(s, s->listed_file, s->listed_line,
                   s->listed_file == (frame ? frame->file : 0) ? here : 0, out);
        return;
    }
    if (!*words && frame) {
        file = frame->file;
        line = here;
    } else if (*words && ir_find_function(s->program, words, strlen(words), false, &f, &d)) {
        file = s->program->funcs[f].file;
        line = s->program->funcs[f].line;
    } else if (*words) {
        diag_done(&d);
        d = (Diag){0};
        is_ok = place_read(s, words, &file, &line, &d);
    } else {
        is_ok = diag_fail(&d, "the thread is nowhere in the source; 'list FILE:LINE' lists it");
    }
    if (is_ok)
        list_lines(s, file, line > LIST_LINES / 2 ? line - LIST_LINES / 2 : 1,
                   frame && file == frame->file ? here : 0, out);
    else
        say(out, "%s", diag_text(&d));
    diag_done(&d);
}
