// SPDX-License-Identifier: Apache-2.0
// Library calls: one line for the user, whatever happens inside the model.
#define _GNU_SOURCE // strerrorname_np
#include "report/report_int.h"

#include <string.h>

static bool has_prefix(const char *s, const char *const *prefixes, size_t n) {
    for (size_t i = 0; i < n; i++)
        if (strncmp(s, prefixes[i], strlen(prefixes[i])) == 0)
            return true;
    return false;
}

// Calls that are about other threads, whatever they did.
static bool is_synchronisation(const char *name) {
    static const char *const prefixes[] = {"pthread_", "sem_",      "mtx_",     "cnd_",
                                           "thrd_",    "call_once", "__atomic", "sched_"};
    return has_prefix(name, prefixes, ARRAY_LEN(prefixes));
}

// Objects of the C++ library that hold a lock while they live.
static bool is_guard(const char *name) {
    static const char *const prefixes[] = {"std::lock_guard", "std::unique_lock",
                                           "std::scoped_lock", "std::shared_lock"};
    return has_prefix(name, prefixes, ARRAY_LEN(prefixes));
}

// What wakes up others in the C++ library, also where nobody waits.
static bool is_waking(const char *name) {
    return strncmp(name, "std::", 5) == 0 &&
           (strstr(name, "::notify_") || strstr(name, "semaphore::release") ||
            strstr(name, "::count_down") || strstr(name, "::arrive"));
}

// Calls whose result is a choice.
static bool is_choice(const char *name) {
    static const char *const prefixes[] = {"heddle_choose", "__VERIFIER_nondet"};
    return has_prefix(name, prefixes, ARRAY_LEN(prefixes));
}

// Models carry no debug information, but the names of these say what they return. Pointers are not
// there: they show what they are.
static const struct {
    const char *name;
    TypeKind kind;
    u32 size; // 0: that of a pointer
} input_types[] = {{"bool", TYPE_UINT, 1},
                   {"_Bool", TYPE_UINT, 1},
                   {"char", TYPE_CHAR, 1},
                   {"schar", TYPE_INT, 1},
                   {"s8", TYPE_INT, 1},
                   {"uchar", TYPE_UINT, 1},
                   {"u8", TYPE_UINT, 1},
                   {"unsigned_char", TYPE_UINT, 1},
                   {"short", TYPE_INT, 2},
                   {"s16", TYPE_INT, 2},
                   {"ushort", TYPE_UINT, 2},
                   {"u16", TYPE_UINT, 2},
                   {"int", TYPE_INT, 4},
                   {"s32", TYPE_INT, 4},
                   {"uint", TYPE_UINT, 4},
                   {"unsigned", TYPE_UINT, 4},
                   {"unsigned_int", TYPE_UINT, 4},
                   {"u32", TYPE_UINT, 4},
                   {"s64", TYPE_INT, 8},
                   {"longlong", TYPE_INT, 8},
                   {"loff_t", TYPE_INT, 8},
                   {"u64", TYPE_UINT, 8},
                   {"ulonglong", TYPE_UINT, 8},
                   {"long", TYPE_INT, 0},
                   {"ssize_t", TYPE_INT, 0},
                   {"ulong", TYPE_UINT, 0},
                   {"unsigned_long", TYPE_UINT, 0},
                   {"size_t", TYPE_UINT, 0},
                   {"sector_t", TYPE_UINT, 0},
                   {"float", TYPE_FLOAT, 4},
                   {"double", TYPE_FLOAT, 8}};

static void add_result(const Replay *r, const char *name, Cell result, Text *out) {
    static const char prefix[] = "__VERIFIER_nondet_";
    bool is_input = strncmp(name, prefix, strlen(prefix)) == 0;
    for (u32 i = 0; is_input && i < ARRAY_LEN(input_types); i++) {
        if (strcmp(name + strlen(prefix), input_types[i].name) != 0)
            continue;
        u32 size = input_types[i].size ? input_types[i].size : r->program->ptr_bytes;
        value_as(&r->names, result, &(Type){.kind = input_types[i].kind, .name = "", .size = size},
                 out);
        return;
    }
    value_guess(&r->names, result, out);
}

static bool is_cxx_library(const char *name) { return strncmp(name, "std::", 5) == 0; }

static bool is_user_func(const Replay *r, Cell c) {
    u32 f = c.tag - r->program->nglobals - 1;
    return c.tag > r->program->nglobals && f < r->program->nfuncs &&
           !r->program->funcs[f].is_runtime;
}

// Models carry no debug information: where numbers are rare, 0 is a null pointer.
static bool is_zero_null(const char *name) {
    return strncmp(name, "pthread_", 8) == 0 || strcmp(name, "free") == 0;
}

// Argument i of the call, if a pointer, is to one of the library's own types; what a new thread
// gets can be anything.
static bool takes_opaque(const char *name, u32 i) {
    if (is_cxx_library(name))
        return i == 0 || strstr(name, "lock") != NULL;
    return is_synchronisation(name) && strcmp(name, "pthread_create") != 0 &&
           strcmp(name, "thrd_create") != 0;
}

static void add_argument(Replay *r, const Thread *t, const Insn *in, const Function *f, u32 i,
                         Text *out) {
    const Program *p = r->program;
    Cell cell = vm_operand(r->vm, t, &t->frames[t->nframes - 1], p->pool[in->b + (i32)i]);
    if (is_zero_null(f->name) && cell_has_number(cell) && cell.v == 0) {
        text_add(out, "NULL");
        return;
    }
    r->names.wants_opaque = takes_opaque(f->name, i);
    value_guess(&r->names, cell, out);
    r->names.wants_opaque = false;
}

static void add_arguments(Replay *r, const Thread *t, const Insn *in, Call *c) {
    const Program *p = r->program;
    const Frame *frame = &t->frames[t->nframes - 1];
    const Function *f = &p->funcs[c->func];
    Text text = {0}, start = {0};
    text_add(&text, "%s(", f->name);
    for (u32 i = 0; i < in->aux; i++) {
        Cell cell = vm_operand(r->vm, t, frame, p->pool[in->b + (i32)i]);
        text_add(&text, i ? ", " : "");
        add_argument(r, t, in, f, i, &text);
        if (is_user_func(r, cell) && i + 1 < in->aux && !c->start) {
            names_pointer(&r->names, cell, 0, &start);
            if (!is_cxx_library(f->name)) { // which takes references
                text_add(&start, "(");
                add_argument(r, t, in, f, i + 1, &start);
                text_add(&start, ")");
            }
            c->start = arena_text(r->scratch, text_str(&start));
        }
    }
    text_add(&text, ")");
    c->text = arena_text(r->scratch, text_str(&text));
    text_done(&text);
    text_done(&start);
}

// What the C++ library has for threads, too.
static bool is_about_threads(const char *name) {
    static const char *const prefixes[] = {
        "std::condition_variable", "std::thread", "std::jthread",
        "std::counting_semaphore", "std::latch",  "std::barrier"};
    return is_synchronisation(name) || has_prefix(name, prefixes, ARRAY_LEN(prefixes));
}

bool call_is_sync(const Replay *r, const Shadow *s) {
    return s->call.is_active && is_about_threads(r->program->funcs[s->call.func].name);
}

static void begin_sync(Replay *r, const Thread *t, const Shadow *s, const Insn *in) {
    Flow *f = &r->flow;
    Cell object = {0};
    if (in->aux)
        object = vm_operand(r->vm, t, &t->frames[t->nframes - 1], r->program->pool[in->b]);
    if (r->flow.arena)
        VEC_PUSH(f->syncs, f->nsyncs, f->syncs_cap) = (FlowSync){
            .thread = s->number, .began = s->line.moment, .func = s->call.func, .object = object};
}

static void end_sync(Replay *r, const Shadow *s) {
    Flow *f = &r->flow;
    for (u32 i = f->nsyncs; i-- > 0;) {
        if (f->syncs[i].thread == s->number) {
            f->syncs[i].ended = s->line.moment;
            return;
        }
    }
}

// ---- several things in one line -----------------------------------------------------------------

// An event tells its call first, then what was read and written, then who was started or what is
// waited for. If that is not the order in which a line does it, the line becomes several events.

static bool parts_line(const char *name) {
    return (is_synchronisation(name) && !words_is_internal(name)) || is_guard(name) ||
           is_waking(name);
}

static bool is_open_at(const Line *l, u32 depth) {
    return l->is_open && l->depth == depth && l->has_content;
}

static bool has_written(const Line *l) {
    bool has = false;
    for (u32 i = 0; i < l->nvalues; i++)
        has |= !l->values[i].is_read;
    return has;
}

// Before a call, if it or the one before is about others.
static void part_before(Replay *r, Shadow *s, const char *name, u32 depth) {
    const Line *l = &s->line;
    if (!is_open_at(l, depth))
        return;
    bool ends_event = strstr(name, "wait") || strstr(name, "_join") || strstr(name, "_create");
    bool is_apart =
        l->call || (ends_event ? has_written(l) && !strstr(name, "_create") : l->nvalues > 0);
    if (parts_line(name) ? is_apart : l->call && parts_line(l->call))
        line_emit(r, s, false);
}

void call_part(Replay *r, Shadow *s, u32 depth) {
    const Line *l = &s->line;
    bool starts = false;
    for (u32 i = 0; i < l->nnotes; i++)
        starts |= l->notes[i].kind == NOTE_STARTS || l->notes[i].kind == NOTE_WAITS;
    if (is_open_at(l, depth) && l->call && !s->call.is_active && (starts || parts_line(l->call)))
        line_emit(r, s, false);
}

// ---- calls --------------------------------------------------------------------------------------

void call_begin(Replay *r, ThreadId id, Shadow *s, const Insn *in, Pc pc) {
    const Thread *t = vm_thread(r->vm, id);
    FuncId func = (FuncId)in->a;
    if (in->op == OP_CALLI) {
        Cell c = vm_operand(r->vm, t, &t->frames[t->nframes - 1], in->a);
        func = c.tag - r->program->nglobals - 1;
    }
    if (func >= r->program->nfuncs || !watch_is_hidden(r, func))
        return;
    part_before(r, s, r->program->funcs[func].name, t->nframes);
    s->call = (Call){.is_active = true, .func = func, .pc = pc, .depth = t->nframes};
    add_arguments(r, t, in, &s->call);
    if (is_about_threads(r->program->funcs[func].name))
        begin_sync(r, t, s, in);
}

bool call_is_access(const Replay *r, const Shadow *s) {
    static const char *const prefixes[] = {"std::atomic", "std::__atomic"};
    return s->call.is_active && s->line.is_open && s->line.depth == s->call.depth &&
           has_prefix(r->program->funcs[s->call.func].name, prefixes, ARRAY_LEN(prefixes));
}

// The call has done something that is worth a line.
static void take_effect(Shadow *s) {
    if (s->line.is_open && s->call.is_active) {
        s->line.call = s->call.text;
        s->line.has_content = true;
    }
}

static Cell result_of(const Replay *r, const Pended *e) {
    const Thread *t = vm_thread(r->vm, e->thread);
    return vm_operand(r->vm, t, &t->frames[t->nframes - 1], r->program->code[e->pc].dst);
}

static void note_alloc(Replay *r, Shadow *s, const Pended *e) {
    Cell c = result_of(r, e);
    if (!tag_is_dynamic(c.tag, vm_first_dynamic(r->vm)))
        return;
    Text old = {0};
    if (names_info(&r->names, c.tag))
        names_object(&r->names, c.tag, &old);
    ObjInfo *info = names_made(&r->names, c.tag);
    info->thread = s->number;
    info->made = watch_position(r, e->thread);
    // What the C++ library makes for itself has no type of the user's.
    bool is_internal =
        !info->type && s->call.is_active && is_cxx_library(r->program->funcs[s->call.func].name);
    if (info->kind == OBJ_HEAP && s->call.is_active && !is_internal) {
        Text name = {0};
        names_object(&r->names, c.tag, &name);
        line_note(r, &s->line, "makes %s (%u byte%s)%s%s", text_str(&name), info->size,
                  info->size == 1 ? "" : "s", old.len ? " at the address of " : "", text_str(&old));
        text_done(&name);
    }
    text_done(&old);
}

static void note_spawn(Replay *r, Shadow *s, const Pended *e) {
    const Thread *t = vm_thread(r->vm, e->thread);
    const Insn *in = &r->program->code[e->pc];
    Cell self = vm_operand(r->vm, t, &t->frames[t->nframes - 1], r->program->pool[in->b + 1]);
    u32 number = vm_threads_made(r->vm); // main is the first that was made
    ObjInfo *info = names_info(&r->names, self.tag);
    if (info)
        info->self_of = number;
    take_effect(s);
    moment_starts(r, s, number);
    if (s->call.is_active)
        line_starts(r, &s->line, number, s->call.start);
}

static void note_free(Replay *r, Shadow *s, const Pended *e) {
    ObjInfo *info = names_info(&r->names, e->obj);
    if (info) {
        info->freed = watch_position(r, e->thread);
        info->freed_by = s->number;
    }
    if (info && info->kind == OBJ_HEAP)
        take_effect(s);
}

static void note_resize(Replay *r, Shadow *s, const Pended *e) {
    ObjInfo *info = names_info(&r->names, e->obj);
    u32 base;
    if (!info || !vm_place(r->vm, e->obj, &base, &info->size))
        return;
    Text name = {0};
    names_object(&r->names, e->obj, &name);
    take_effect(s);
    line_note(r, &s->line, "%s stays where it is (%u byte%s)", text_str(&name), info->size,
              info->size == 1 ? "" : "s");
    text_done(&name);
}

static void note_trap(Replay *r, Shadow *s, const Pended *e) {
    switch ((TrapId)r->program->code[e->pc].a) {
    case TRAP_ALLOC: note_alloc(r, s, e); break;
    case TRAP_SPAWN: note_spawn(r, s, e); break;
    case TRAP_FREE: note_free(r, s, e); break;
    case TRAP_RESIZE: note_resize(r, s, e); break;
    case TRAP_WAIT:
    case TRAP_WAIT_OR:
    case TRAP_CHOOSE:
    case TRAP_YIELD: take_effect(s); break;
    default: break;
    }
}

// Writes of a model to the user's memory: the mutex that it locks, the buffer that it fills.
static void note_write(Replay *r, Shadow *s, const Pended *e) {
    Text name = {0};
    bool is_users = names_object(&r->names, e->obj, &name);
    text_done(&name);
    Call *c = &s->call;
    if (!is_users || !c->is_active)
        return;
    if (e->is_shared)
        take_effect(s);
    Copy *w = c->wrote;
    while (w < c->wrote + MAX_WROTE && w->is_active && w->obj != e->obj)
        w++;
    if (w == c->wrote + MAX_WROTE)
        return;
    u64 end = e->off + e->size;
    if (!w->is_active)
        *w = (Copy){.is_active = true, .obj = e->obj, .from = e->off, .to = end};
    w->from = e->off < w->from ? e->off : w->from;
    w->to = end > w->to ? end : w->to;
}

void call_inside(Replay *r, Shadow *s, const Pended *e) {
    if (r->program->code[e->pc].op == OP_TRAP)
        note_trap(r, s, e);
    else if (e->is_write)
        note_write(r, s, e);
}

void call_end(Replay *r, Shadow *s) {
    Call *c = &s->call;
    const char *name = r->program->funcs[c->func].name;
    const Thread *t = vm_thread(r->vm, vm_running(r->vm));
    const Insn *in = &r->program->code[c->pc];
    // the call has called back into the user's code
    if (!s->line.is_open || s->line.depth != c->depth) {
        SrcLoc loc = watch_loc(r->program, t->frames[t->nframes - 1].func, c->pc);
        line_close(r, s);
        line_open(r, &s->line, loc.scope, loc.file, loc.line, c->depth, s->calls);
    }
    if (is_synchronisation(name) || is_guard(name) || is_waking(name))
        take_effect(s);
    if (r->is_telling && is_about_threads(name))
        end_sync(r, s);
    for (u32 i = 0; i < MAX_WROTE && c->wrote[i].is_active && !is_synchronisation(name); i++)
        written_tell(r, s, c->wrote[i].obj, c->wrote[i].from, c->wrote[i].to, true);
    bool has_result = r->program->calls[in->c].ret_cells == 1;
    Cell result =
        has_result ? vm_operand(r->vm, t, &t->frames[t->nframes - 1], in->dst) : (Cell){0};
    bool is_failure = is_synchronisation(name) && cell_has_number(result) && result.v != 0;
    if (has_result && (is_failure || is_choice(name))) {
        Text value = {0};
        const char *error = is_failure && result.v < 4096 ? strerrorname_np((int)result.v) : NULL;
        if (error)
            text_add(&value, "%s", error);
        else
            add_result(r, name, result, &value);
        take_effect(s);
        line_returns(r, &s->line, text_str(&value));
        text_done(&value);
    }
    c->is_active = false;
}
