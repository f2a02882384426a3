// SPDX-License-Identifier: Apache-2.0
// Where a run stops by itself: at lines and functions, which are seen instruction by instruction,
// and when a value changes, which is looked at after each step.
#include "simulate/simulate_int.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

// ---- lines and functions ------------------------------------------------------------------------

static Seen *seen_of(Simulator *s, u32 number) {
    while (s->nseen < number)
        VEC_PUSH(s->seen, s->nseen, s->seen_cap) = (Seen){0};
    return &s->seen[number - 1];
}

// Whether the thread comes to the line with this instruction: from another line, another call, or
// from further down.
static bool has_come(const Seen *before, const Seen *now) {
    return before->file != now->file || before->line != now->line || before->depth != now->depth ||
           before->pc > now->pc;
}

static bool is_at(const Break *b, const Seen *now, bool has_come_here) {
    switch (b->kind) {
    case BREAK_LINE: return has_come_here && b->file == now->file && b->line == now->line;
    case BREAK_FUNCTION: return now->pc == b->pc;
    case BREAK_WATCH: break;
    }
    return false;
}

// SOUND: an instruction is announced also when the step stops before it; so the first one of a step
// was there before, and the thread stands at it.
void breaks_watch(void *simulator, ThreadId t, Pc pc) {
    Simulator *s = simulator;
    const Program *p = s->program;
    bool is_stepping = s->is_looking && t == s->stepping;
    u32 before = is_stepping ? s->announced++ : 0;
    SrcLoc loc = p->locs[pc];
    const Thread *thread = s->tour ? vm_thread(run_machine(s), t) : NULL;
    if (!thread || !thread->nframes ||
        p->funcs[thread->frames[thread->nframes - 1].func].is_runtime)
        return;
    Seen *seen = seen_of(s, thread->serial + 1);
    Seen now = {loc.file, loc.line, thread->nframes, pc};
    bool has_come_here = loc.line && has_come(seen, &now);
    if (loc.line)
        *seen = now;
    bool is_new = is_stepping ? before > 0 : t != s->stepping;
    for (u32 i = 0; i < s->nbreaks && s->is_looking && is_new && !s->hit.number; i++)
        if (is_at(&s->breaks[i], &now, has_come_here))
            s->hit = (Hit){s->breaks[i].number, thread->serial + 1, before, !is_stepping};
    if (s->wants_next_line && is_stepping && is_new && has_come_here && !s->hit.number)
        s->hit = (Hit){NEXT_LINE, thread->serial + 1, before, false};
}

static const Break *break_of(const Simulator *s, u32 number) {
    for (u32 i = 0; i < s->nbreaks; i++)
        if (s->breaks[i].number == number)
            return &s->breaks[i];
    return NULL;
}

static void add_what(const Simulator *s, const Break *b, Text *out) {
    switch (b->kind) {
    case BREAK_LINE: add_tame(out, "%s:%u", s->program->files[b->file], b->line); break;
    case BREAK_FUNCTION: add_tame(out, "%s", s->program->funcs[b->function].name); break;
    case BREAK_WATCH: add_tame(out, "%s", b->text); break;
    }
}

void breaks_tell_hit(Simulator *s, Text *out) {
    if (s->hit.number == NEXT_LINE)
        return;
    const Break *b = break_of(s, s->hit.number);
    ENSURE(b);
    text_add(out, "breakpoint %u, ", b->number);
    add_what(s, b, out);
    text_add(out,
             s->hit.is_other ? ": thread %u has passed it on the way to its first step\n"
                             : ": thread %u\n",
             s->hit.thread);
}

// ---- places in the source -----------------------------------------------------------------------

static bool is_file(const char *path, const char *given, size_t len) {
    size_t n = strlen(path);
    return len && n >= len && memcmp(path + n - len, given, len) == 0 &&
           (n == len || path[n - len - 1] == '/');
}

static u32 file_named(const Simulator *s, const char *name, size_t len) {
    for (u32 i = 1; i < s->program->nfiles; i++)
        if (is_file(s->program->files[i], name, len))
            return i;
    return 0;
}

// The file that a line alone is about: that of the thread, or the first that was given.
static u32 file_here(const Simulator *s) {
    ThreadId t = run_chosen(s);
    u32 file = t == THREAD_NONE ? 0 : tour_position(s->tour, t).file;
    const char *first = s->options.first_file;
    return file || !first ? file : file_named(s, first, strlen(first));
}

bool place_read(const Simulator *s, const char *text, u32 *file, u32 *line, Diag *d) {
    const char *colon = strrchr(text, ':');
    const char *number = colon ? colon + 1 : text;
    char *end;
    unsigned long n = strtoul(number, &end, 10);
    if (!isdigit((unsigned char)*number) || *end || n == 0 || n > UINT32_MAX)
        return diag_fail(d, "'%s' is no line: FILE:LINE or LINE is", text);
    *line = (u32)n;
    *file = colon ? file_named(s, text, (size_t)(colon - text)) : file_here(s);
    if (*file)
        return true;
    if (!colon)
        return diag_fail(d, "line %s of which file? FILE:LINE says", text);
    return diag_fail(d, "the program has no file '%.*s'", (int)(colon - text), text);
}

// The first line from here on with code of the user's; 0 if there is none.
static u32 line_with_code(const Program *p, u32 file, u32 line) {
    u32 best = 0;
    for (FuncId f = 0; f < p->nfuncs; f++)
        for (Pc pc = p->funcs[f].start; !p->funcs[f].is_runtime && pc < p->funcs[f].end; pc++)
            if (p->locs[pc].file == file && p->locs[pc].line >= line &&
                (!best || p->locs[pc].line < best))
                best = p->locs[pc].line;
    return best;
}

// ---- the list -----------------------------------------------------------------------------------

static Break *add_break(Simulator *s, BreakKind kind) {
    Break *b = &VEC_PUSH(s->breaks, s->nbreaks, s->breaks_cap);
    *b = (Break){.kind = kind, .number = ++s->breaks_made};
    return b;
}

static void tell_break(const Simulator *s, const Break *b, Text *out) {
    text_add(out, "%s %u: ", b->kind == BREAK_WATCH ? "watch" : "breakpoint", b->number);
    add_what(s, b, out);
    if (b->kind == BREAK_WATCH)
        add_tame(out, " = %s", text_str(&b->value));
    text_add(out, "\n");
}

static bool is_line_number(const char *words) {
    const char *colon = strrchr(words, ':');
    return isdigit((unsigned char)(colon ? colon[1] : words[0]));
}

static bool break_at_line(Simulator *s, const char *words, Diag *d) {
    u32 file, line;
    if (!place_read(s, words, &file, &line, d))
        return false;
    u32 found = line_with_code(s->program, file, line);
    if (!found)
        return diag_fail(d, "there is no code at %s:%u or behind it", s->program->files[file],
                         line);
    Break *b = add_break(s, BREAK_LINE);
    b->file = file;
    b->line = found;
    return true;
}

// The function, also a C++ one without what it is in, if there is only one.
static bool find_function(const Program *p, const char *name, FuncId *out, Diag *d) {
    size_t len = strlen(name);
    u32 n = 0;
    if (ir_find_function(p, name, len, false, out, d))
        return true;
    for (FuncId f = 0; f < p->nfuncs; f++) {
        size_t whole = strlen(p->funcs[f].name);
        const char *end = p->funcs[f].name + whole - len;
        if (whole < len + 2 || p->funcs[f].is_runtime || strcmp(end, name) != 0 || end[-1] != ':')
            continue;
        *out = f;
        n++;
    }
    return n == 1;
}

// Parameters have their places when what makes these places is done.
static Pc first_line(const Program *p, const Function *f) {
    Pc pc = f->start;
    for (; pc + 1 < f->end; pc++) {
        u8 effect = ir_op_info[p->code[pc].op].effect;
        bool is_of_line = p->locs[pc].line && p->locs[pc].line != f->line;
        if (is_of_line || (effect != EFFECT_ALLOC && effect != EFFECT_STORE))
            break;
    }
    return pc;
}

static void break_at_function(Simulator *s, FuncId f) {
    Break *b = add_break(s, BREAK_FUNCTION);
    b->function = f;
    b->pc = first_line(s->program, &s->program->funcs[f]);
}

void breaks_command(Simulator *s, const char *words, Text *out) {
    Diag d = {0};
    FuncId f;
    if (!*words) {
        breaks_list(s, out);
        return;
    }
    bool is_line = is_line_number(words);
    bool is_made = is_line ? break_at_line(s, words, &d) : find_function(s->program, words, &f, &d);
    if (is_made && !is_line)
        break_at_function(s, f);
    if (is_made)
        tell_break(s, &s->breaks[s->nbreaks - 1], out);
    else
        say(out, "%s", diag_text(&d));
    diag_done(&d);
}

void breaks_list(Simulator *s, Text *out) {
    if (!s->nbreaks)
        text_add(out, "no breakpoints; 'break FILE:LINE', 'break FUNCTION' and 'watch EXPRESSION' "
                      "make some\n");
    for (u32 i = 0; i < s->nbreaks; i++)
        tell_break(s, &s->breaks[i], out);
}

static void drop(Simulator *s, u32 i) {
    Break *b = &s->breaks[i];
    if (b->text)
        mem_free(b->text, strlen(b->text) + 1);
    text_done(&b->value);
    memmove(b, b + 1, (s->nbreaks - i - 1) * sizeof *b);
    s->nbreaks--;
}

void breaks_delete(Simulator *s, const char *words, Text *out) {
    u64 number;
    if (strcmp(words, "all") == 0) {
        while (s->nbreaks)
            drop(s, s->nbreaks - 1);
        return;
    }
    if (!*words) {
        text_add(out, "delete which? 'breaks' lists them; 'delete all' deletes all\n");
        return;
    }
    if (!words_number(words, 0, UINT32_MAX, &number, out))
        return;
    for (u32 i = 0; i < s->nbreaks; i++)
        if (s->breaks[i].number == number) {
            drop(s, i);
            return;
        }
    text_add(out, "there is no breakpoint %llu; 'breaks' lists them\n", (unsigned long long)number);
}

void breaks_done(Simulator *s) {
    while (s->nbreaks)
        drop(s, s->nbreaks - 1);
    VEC_FREE(s->breaks, s->breaks_cap);
}

// ---- values -------------------------------------------------------------------------------------

// What the expression is now; a variable that is not there has no value.
static bool evaluate(Simulator *s, const Break *b, Text *out, Diag *d) {
    TourFrame f = {b->depth ? tour_thread(s->tour, b->thread) : THREAD_NONE, b->depth};
    Datum value;
    if (!expression_value(s->tour, f, b->text, &value, d))
        return false;
    tour_value(s->tour, f, &value, out);
    return true;
}

static void renew(Simulator *s, Break *b) {
    Diag d = {0};
    text_clear(&b->value);
    if (!evaluate(s, b, &b->value, &d))
        text_add(&b->value, "(not there)");
    diag_done(&d);
}

void breaks_renew(Simulator *s) {
    for (u32 i = 0; i < s->nbreaks; i++)
        if (s->breaks[i].kind == BREAK_WATCH)
            renew(s, &s->breaks[i]);
}

bool breaks_changed(Simulator *s, Text *out) {
    bool has_changed = false;
    for (u32 i = 0; i < s->nbreaks; i++) {
        Break *b = &s->breaks[i];
        if (b->kind != BREAK_WATCH)
            continue;
        Text old = b->value;
        b->value = (Text){0};
        renew(s, b);
        if (strcmp(text_str(&old), text_str(&b->value)) != 0) {
            say(out, "watch %u, %s: %s -> %s", b->number, b->text, text_str(&old),
                text_str(&b->value));
            has_changed = true;
        }
        text_done(&old);
    }
    return has_changed;
}

void breaks_watch_command(Simulator *s, const char *words, Text *out) {
    Diag d = {0};
    TourFrame f = frame_of(s);
    if (!*words) {
        text_add(out, "watch what? 'watch EXPRESSION'\n");
        return;
    }
    Break *b = add_break(s, BREAK_WATCH);
    size_t size = strlen(words) + 1;
    b->text = mem_alloc(size);
    memcpy(b->text, words, size);
    b->thread = s->chosen;
    b->depth = f.thread == THREAD_NONE ? 0 : f.depth;
    if (evaluate(s, b, &b->value, &d)) {
        tell_break(s, b, out);
    } else {
        say(out, "%s", diag_text(&d));
        drop(s, s->nbreaks - 1);
        s->breaks_made--;
    }
    diag_done(&d);
}
