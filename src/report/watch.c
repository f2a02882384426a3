// SPDX-License-Identifier: Apache-2.0
// What the machine does on a replay, instruction by instruction, turned into source lines.
#include "report/report_int.h"

#include <string.h>

bool watch_is_hidden(const Replay *r, FuncId f) {
    return r->program->funcs[f].is_runtime && !r->options->show_runtime;
}

SrcLoc watch_loc(const Program *p, FuncId f, Pc pc) { return program_loc(p, f, pc); }

// Depth of the innermost frame of user code.
static u32 user_depth(const Replay *r, ThreadId id) {
    const Thread *t = vm_thread(r->vm, id);
    u32 depth = t->nframes;
    while (depth && watch_is_hidden(r, t->frames[depth - 1].func))
        depth--;
    return depth;
}

// From now on the thread asks for names.
static void asks(Replay *r, const Shadow *s, ThreadId id) {
    r->names.thread = s->number;
    r->names.depth = user_depth(r, id);
}

SrcLoc watch_position(const Replay *r, ThreadId id) {
    const Thread *t = vm_thread(r->vm, id);
    for (u32 i = t->nframes; i-- > 0;) {
        const Frame *f = &t->frames[i];
        if (!watch_is_hidden(r, f->func)) {
            return watch_loc(r->program, f->func,
                             i + 1 == t->nframes || f->pc == 0 ? f->pc : f->pc - 1);
        }
    }
    return (SrcLoc){0};
}

static u32 count_threads(const Vm *vm) {
    u32 n = 0;
    for (u32 i = 0; i < vm_nthreads(vm); i++)
        n += vm_thread(vm, i)->form != THREAD_EMPTY;
    return n;
}

static Shadow *shadow_of(Replay *r, ThreadId id) {
    u32 serial = vm_thread(r->vm, id)->serial;
    while (r->nshadows <= serial) {
        Shadow fresh = {.number = r->nshadows + 1};
        VEC_PUSH(r->shadows, r->nshadows, r->shadows_cap) = fresh;
    }
    return &r->shadows[serial];
}

static ThreadId thread_of_shadow(const Replay *r, u32 serial) {
    ThreadId id = 0;
    while (id < vm_nthreads(r->vm) && vm_thread(r->vm, id)->serial != serial)
        id++;
    return id < vm_nthreads(r->vm) ? id : THREAD_NONE;
}

ThreadId watch_thread(const Replay *r, const Shadow *s) {
    return thread_of_shadow(r, s->number - 1);
}

// ---- variables in registers ---------------------------------------------------------------------

// The first of Program.vars that is not before pc.
static u32 first_var(const Program *p, Pc pc) {
    u32 low = 0, high = p->nvars;
    while (low < high) {
        u32 mid = low + (high - low) / 2;
        if (p->vars[mid].pc < pc)
            low = mid + 1;
        else
            high = mid;
    }
    return low;
}

static Var *find_var(Shadow *s, u32 depth, const char *name) {
    for (u32 i = s->nvars; i-- > 0 && s->vars[i].depth >= depth;)
        if (s->vars[i].depth == depth && strcmp(s->vars[i].name, name) == 0)
            return &s->vars[i];
    return NULL;
}

static void name_local(Replay *r, const Shadow *s, Cell c, const VarValue *var, FuncId func,
                       u32 depth) {
    ObjInfo *info = names_info(&r->names, c.tag);
    if (info && info->kind == OBJ_LOCAL && c.v == 0) {
        info->name = var->name;
        const Type *type = &r->program->types[var->type];
        info->is_vla = type->kind == TYPE_ARRAY && type->size == 0;
        info->type = info->is_vla ? type->elem : var->type;
        info->func = func;
        info->depth = depth;
        info->thread = s->number;
    }
}

static bool is_in_registers(const Program *p, const VarValue *var) {
    TypeKind kind = p->types[var->type].kind;
    return kind != TYPE_STRUCT && kind != TYPE_UNION && kind != TYPE_ARRAY;
}

enum { MOST_LINES_BETWEEN = 40 };
#define WORD_CHARS "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_"

// The text gives the variable a value: "x = ", "x += ", "x++", "--x".
static bool is_assigned(const char *source, const char *name) {
    size_t len = strlen(name);
    for (const char *at = source; len && (at = strstr(at, name)); at += len) {
        bool is_word = (at == source || !strchr(WORD_CHARS, at[-1])) &&
                       !(at[len] && strchr(WORD_CHARS, at[len]));
        const char *next = at + len + strspn(at + len, " ");
        bool is_step =
            strncmp(next, "++", 2) == 0 || strncmp(next, "--", 2) == 0 ||
            (at >= source + 2 && (strncmp(at - 2, "++", 2) == 0 || strncmp(at - 2, "--", 2) == 0));
        next += strspn(next, "+-*/%&|^<>");
        if (is_word && (is_step || (next[0] == '=' && next[1] != '=')))
            return true;
    }
    return false;
}

// The text has "i = 1" in it.
static bool gives(const char *source, const char *name, const char *value) {
    Text text = {0};
    text_add(&text, "%s = %s", name, value);
    bool is_there = names_mentions(source, text_str(&text));
    text_done(&text);
    return is_there;
}

static bool has_code(const Program *p, FuncId f, u32 file, u32 line) {
    for (Pc pc = p->funcs[f].start; pc < p->funcs[f].end; pc++)
        if (p->locs[pc].line == line && p->locs[pc].file == file)
            return true;
    return false;
}

// Where the lines without code behind the open one end: at the next, or if that goes back, at the
// first with code.
static u32 end_between(const Replay *r, const Line *l, u32 next) {
    u32 end = l->line + 1;
    for (; next < l->line && end - l->line < MOST_LINES_BETWEEN; end++)
        if (has_code(r->program, l->func, l->file, end))
            return end;
    return next < l->line ? end : next;
}

// The lines without code between the open one and the next: the first that speaks of the variable
// (that gives it a value, if must_assign) becomes the open one.
static bool open_between(Replay *r, Shadow *s, u32 next, const char *name, bool must_assign) {
    Line *l = &s->line;
    for (u32 i = l->line + 1; i < next && next - l->line < MOST_LINES_BETWEEN; i++) {
        const char *source = sources_line(r->sources, l->file, i);
        if (must_assign ? is_assigned(source, name) : names_mentions(source, name)) {
            FuncId func = l->func;
            u32 file = l->file, depth = l->depth;
            const TraceCall *calls = l->calls;
            line_close(r, s);
            line_open(r, l, func, file, i, depth, calls);
            return true;
        }
    }
    return false;
}

// Debug information says where in the code a variable has got its value, but not by which source
// line: that is the one before, unless it does not speak of the variable and the next one, or one
// without code between them, does; or it only uses the variable, and one between, or the head of
// the loop that comes next ("for (...; ...; x = next)"), assigns it. True if it is the next.
static bool place_var(Replay *r, Shadow *s, const char *name, const char *value, Pc pc) {
    Line *l = &s->line;
    SrcLoc next = r->program->locs[pc];
    if (!next.line || next.file != l->file || next.line == l->line)
        return false;
    const char *source = sources_line(r->sources, l->file, l->line);
    const char *next_source = sources_line(r->sources, next.file, next.line);
    if (gives(next_source, name, value) && !gives(source, name, value))
        return true;
    if (names_mentions(source, name)) {
        if (is_assigned(source, name) ||
            open_between(r, s, end_between(r, l, next.line), name, true)) {
            return false;
        }
        return next.line < l->line && is_assigned(next_source, name);
    }
    if (names_mentions(next_source, name))
        return true;
    open_between(r, s, next.line, name, false);
    return false;
}

void watch_var_value(Replay *r, const Var *v, Text *out) {
    Text now = {0};
    value_cell(&r->names, v->cell, (Cell){0}, v->type, &now);
    bool is_more =
        !cell_has_number(v->cell) && strncmp(text_str(&now), v->value, strlen(v->value)) == 0;
    text_add(out, "%s", is_more ? text_str(&now) : v->value);
    text_done(&now);
}

// False: it has that value already, or will be told with the next line.
static bool set_var(Replay *r, Shadow *s, u32 depth, const VarValue *var, const Cell cell[2],
                    const char *value, Pc pc) {
    Var *v = find_var(s, depth, var->name);
    if ((v && strcmp(v->value, value) == 0) || place_var(r, s, var->name, value, pc))
        return false;
    if (!v)
        v = &VEC_PUSH(s->vars, s->nvars, s->vars_cap);
    *v = (Var){.depth = depth,
               .name = var->name,
               .value = arena_text(r->scratch, value),
               .raw = cell[0],
               .high = cell[1],
               .type = var->type};
    v->cell = r->program->types[var->type].kind == TYPE_POINTER ? cell[0] : (Cell){0};
    line_value(r, &s->line, &(Value){.name = var->name, .value = value});
    return true;
}

static void forget_var(Shadow *s, u32 depth, const char *name) {
    Var *v = find_var(s, depth, name);
    if (v) {
        memmove(v, v + 1, (size_t)(s->vars + s->nvars - (v + 1)) * sizeof *v);
        s->nvars--;
    }
}

// What a lambda has captured: its author knows no such variable.
static bool is_closure(const Program *p, FuncId func, const VarValue *var) {
    return strcmp(var->name, "this") == 0 && strstr(p->funcs[func].name, "(lambda)");
}

// Variables whose value is known from this instruction on.
static void take_vars(Replay *r, Shadow *s, ThreadId id, Pc pc) {
    const Program *p = r->program;
    const Thread *t = vm_thread(r->vm, id);
    const Frame *f = &t->frames[t->nframes - 1];
    for (u32 i = first_var(p, pc); i < p->nvars && p->vars[i].pc == pc; i++) {
        const VarValue *var = &p->vars[i];
        Cell c = vm_operand(r->vm, t, f, var->operand), high = {0};
        if (var->is_address) {
            name_local(r, s, c, var, f->func, t->nframes);
            continue;
        }
        bool is_invented = strncmp(var->name, "__vla_expr", 10) == 0 || is_closure(p, f->func, var);
        if (cell_is_unwritten(c))
            forget_var(s, t->nframes, var->name);
        if (cell_is_unwritten(c) || !is_in_registers(p, var) || is_invented)
            continue;
        if (var->offset)
            c.v = (c.v + (u64)(i64)var->offset) & (p->ptr_bytes == 8 ? ~0ull : 0xffffffffull);
        if (p->types[var->type].size > 8)
            high = vm_operand(r->vm, t, f, var->operand >= 0 ? var->operand + 1 : var->operand - 1);
        names_learn(&r->names, c, var->type);
        Text value = {0};
        value_cell(&r->names, c, high, var->type, &value);
        if (strcmp(text_str(&value), UNNAMED_POINTER) == 0)
            forget_var(s, t->nframes, var->name);
        else if (set_var(r, s, t->nframes, var, (Cell[]){c, high}, text_str(&value), pc))
            flow_variable(r, id, var->operand);
        text_done(&value);
    }
}

void watch_name_locals(Replay *r, ThreadId id) {
    const Program *p = r->program;
    const Thread *t = vm_thread(r->vm, id);
    const Frame *f = t->nframes ? &t->frames[t->nframes - 1] : NULL;
    if (!f || watch_is_hidden(r, f->func))
        return;
    for (u32 i = first_var(p, f->pc); i < p->nvars && p->vars[i].pc == f->pc; i++)
        if (p->vars[i].is_address)
            name_local(r, shadow_of(r, id), vm_operand(r->vm, t, f, p->vars[i].operand),
                       &p->vars[i], f->func, t->nframes);
}

// ---- lines --------------------------------------------------------------------------------------

// Values that are known at pc were computed by the line before: a line of this frame must be open
// for them.
static void line_for_vars(Replay *r, Shadow *s, const Thread *t, Pc pc) {
    const Frame *f = &t->frames[t->nframes - 1];
    const Function *fn = &r->program->funcs[f->func];
    if (s->line.is_open && s->line.depth == t->nframes)
        return;
    u32 i = first_var(r->program, pc);
    if (i == r->program->nvars || r->program->vars[i].pc != pc)
        return;
    SrcLoc loc = {.scope = f->func, .file = fn->file, .line = fn->line};
    if (pc != fn->start)
        loc = watch_loc(r->program, f->func, pc - 1);
    line_close(r, s);
    if (loc.line)
        line_open(r, &s->line, loc.scope, loc.file, loc.line, t->nframes, s->calls);
}

// False if the instruction belongs to nothing the user wrote.
static bool go_to_line(Replay *r, Shadow *s, const Thread *t, Pc pc) {
    const Program *p = r->program;
    const Frame *f = &t->frames[t->nframes - 1];
    SrcLoc loc = p->locs[pc];
    Line *l = &s->line;
    bool is_here = l->is_open && l->depth == t->nframes;
    if (!loc.line) {
        if (is_here)
            return true;
        loc = watch_loc(p, f->func, pc);
    }
    if (!loc.line)
        return false;
    FuncId scope = loc.scope < p->nfuncs ? loc.scope : f->func;
    if (watch_is_hidden(r, scope))
        return is_here;
    // Going back inside a line is the next turn of a loop.
    bool is_next_turn = is_here && pc < l->pc && l->has_content;
    if (!is_here || l->line != loc.line || l->file != loc.file || l->func != scope ||
        is_next_turn) {
        line_close(r, s);
        line_open(r, l, scope, loc.file, loc.line, t->nframes, s->calls);
    }
    l->pc = pc;
    return true;
}

// ---- effects of instructions --------------------------------------------------------------------

bool watch_is_shared(const Replay *r, ObjId obj) {
    const Vm *vm = r->vm;
    if (!tag_names_object(obj))
        return false;
    if (obj <= r->program->nglobals) {
        const Global *g = &r->program->globals[obj];
        return !g->is_const && !g->is_tls;
    }
    u32 off, size;
    const Place *p = obj >= vm_first_dynamic(vm) ? vm_place(r->vm, obj, &off, &size) : NULL;
    return p && (p->kind == OBJ_HEAP || (p->flags & BLOCK_ESCAPED));
}

// Notes what the instruction is about to access.
static void expect(Replay *r, Shadow *s, ThreadId id, const Insn *in, Pc pc, bool is_hidden) {
    Pended *e = &r->pended;
    NextAccess next;
    *e = (Pended){.is_pending = true, .is_hidden = is_hidden, .thread = id, .pc = pc};
    if (in->op == OP_TRAP && ir_trap_info[in->a].memory == MEMORY_ENDS) {
        const Thread *t = vm_thread(r->vm, id);
        e->obj = vm_operand(r->vm, t, &t->frames[t->nframes - 1], r->program->pool[in->b]).tag;
    }
    if (in->op == OP_VASTART || in->op == OP_VACOPY || !vm_next_access(r->vm, id, &next))
        return;
    e->obj = next.obj;
    e->off = next.offset;
    e->size = next.size;
    e->is_write = next.is_write;
    e->is_shared = watch_is_shared(r, next.obj);
    e->is_bulk = ir_op_info[in->op].effect == EFFECT_BULK;
    e->done = vm_thread(r->vm, id)->bulk_done;
    e->is_torn =
        !e->is_bulk && (vm_thread(r->vm, id)->has_bulk_value || vm_thread(r->vm, id)->bulk_done);
    e->is_downward = vm_thread(r->vm, id)->is_downward;
    if (e->is_shared && !is_hidden)
        call_part(r, s, vm_thread(r->vm, id)->nframes);
    if (is_hidden || e->is_bulk)
        return;
    r->names.source = sources_line(r->sources, s->line.file, s->line.line);
    e->nleaves = names_leaves(&r->names, r->scratch, e->obj, e->off, e->size, e->leaves);
    for (u32 i = 0; i < e->nleaves && e->nleaves <= MAX_LEAVES; i++) {
        Text value = {0};
        value_leaf(&r->names, &e->leaves[i], &value);
        e->before[i] = arena_text(r->scratch, text_str(&value));
        text_done(&value);
    }
}

// A load of one bit-field brings its neighbours along: those the source line does not speak of are
// not told.
static bool is_field_meant(Replay *r, const Line *l, const char *path) {
    const char *dot = strrchr(path, '.');
    return !dot || names_mentions(sources_line(r->sources, l->file, l->line), dot + 1);
}

static void tell_access(Replay *r, Shadow *s, const Pended *e) {
    bool is_told = e->is_shared && count_threads(r->vm) > 1;
    if (e->nleaves > MAX_LEAVES) {
        if (e->is_write)
            written_tell(r, s, e->obj, e->off, e->off + e->size, e->is_shared);
        return;
    }
    for (u32 i = 0; i < e->nleaves; i++) {
        Text value = {0};
        names_learn_leaf(&r->names, &e->leaves[i]);
        value_leaf(&r->names, &e->leaves[i], &value);
        if (!e->is_write && e->leaves[i].bits && !is_field_meant(r, &s->line, e->leaves[i].name)) {
            // a neighbour of the bit-field that is read
        } else if (e->leaves[i].type == 0 && strcmp(text_str(&value), UNNAMED_POINTER) == 0) {
            // the library's own
        } else if (!e->is_write) {
            // Blocks without a type are mostly the library's.
            line_value(r, &s->line,
                       &(Value){.name = e->leaves[i].name,
                                .value = e->before[i],
                                .is_read = true,
                                .is_shared = is_told && e->leaves[i].type});
        } else if (e->nleaves == 1 || strcmp(text_str(&value), e->before[i]) != 0) {
            line_value(r, &s->line,
                       &(Value){.name = e->leaves[i].name,
                                .value = text_str(&value),
                                .was = e->before[i],
                                .is_shared = e->is_shared});
        }
        text_done(&value);
    }
}

// Of a copy or a store that goes in pieces: what it has done since it was looked at. (memmove may
// go backwards, and so may the first piece of any, of which that is not known yet.)
static void tell_piece(Replay *r, Shadow *s, const Pended *e, u64 done) {
    bool is_move = e->is_bulk && (r->program->code[e->pc].aux & BULK_MOVE);
    bool is_down = e->is_downward || vm_thread(r->vm, e->thread)->is_downward;
    u64 from = is_move   ? 0
               : is_down ? e->size - done
                         : e->done,
        to = is_move   ? e->size
             : is_down ? e->size - e->done
                       : done;
    if (done > e->done)
        written_piece(s, e->obj, e->off + from, e->off + to, e->is_shared);
}

static void tell_effect(Replay *r, Shadow *s, Pended *e) {
    const Insn *in = &r->program->code[e->pc];
    const Thread *t = vm_thread(r->vm, e->thread);
    const Frame *f = t->nframes ? &t->frames[t->nframes - 1] : NULL;
    if (f && in->op == OP_ALLOCA) {
        Cell c = vm_operand(r->vm, t, f, in->dst);
        if (tag_is_dynamic(c.tag, vm_first_dynamic(r->vm))) {
            ObjInfo *info = names_made(&r->names, c.tag);
            info->thread = s->number;
            info->func = f->func;
            info->made = watch_position(r, e->thread);
        }
    }
    if (e->is_hidden) {
        call_inside(r, s, e);
        moment_effect(r, s, e);
        return;
    }
    bool is_failed = f && (in->op == OP_CAS || in->op == OP_CAS128) &&
                     vm_operand(r->vm, t, f, in->dst + (in->op == OP_CAS ? 1 : 2)).v == 0;
    e->is_write &= !is_failed;
    moment_effect(r, s, e);
    if (s->line.is_open && e->is_bulk) {
        tell_piece(r, s, e, e->size);
        written_flush(r, s);
    } else if (s->line.is_open && e->obj) {
        s->copy.is_active &= !e->is_torn; // what is left of it is told with the whole
        tell_access(r, s, e);
        if (e->is_torn) {
            line_note(r, &s->line, "%s in parts, %s", e->is_write ? "written" : "read",
                      e->is_downward ? "the upper first" : "not at once");
        }
    }
    if (is_failed && s->line.is_open)
        line_note(r, &s->line, "compare-exchange fails");
}

// The pended instruction has run if the thread is anywhere else now. (Jumps to themselves are never
// pended.)
static void settle(Replay *r, ThreadId id, Pc pc) {
    Pended *e = &r->pended;
    if (!e->is_pending)
        return;
    e->is_pending = false;
    if (id == e->thread && pc != e->pc) {
        Shadow *s = shadow_of(r, id);
        asks(r, s, id);
        tell_effect(r, s, e);
    } else if (id == e->thread && e->is_write && !e->is_hidden) {
        tell_piece(r, shadow_of(r, id), e, vm_thread(r->vm, id)->bulk_done);
    }
}

// ---- calls --------------------------------------------------------------------------------------

// Every frame executes something, so none comes and goes unseen; longjmp leaves several.
static void follow_calls(Replay *r, Shadow *s, const Thread *t) {
    while (s->calls && s->calls->depth > t->nframes)
        s->calls = s->calls->caller;
    for (u32 i = s->nframes < t->nframes ? s->nframes : t->nframes; i < t->nframes; i++) {
        FuncId f = t->frames[i].func;
        if (r->program->funcs[f].is_runtime)
            continue;
        TraceCall *call = arena_alloc(r->trace->arena, sizeof *call);
        u32 level = s->calls ? s->calls->level + 1 : 0;
        *call = (TraceCall){s->calls, r->program->funcs[f].name, level, i + 1};
        s->calls = call;
    }
}

// ---- the hooks ----------------------------------------------------------------------------------

static bool is_interesting(const Insn *in) {
    switch (ir_op_info[in->op].effect) {
    case EFFECT_LOAD:
    case EFFECT_STORE:
    case EFFECT_RMW:
    case EFFECT_BULK:
    case EFFECT_TRAP: return true;
    default: return in->op == OP_ALLOCA;
    }
}

void watch_insn(void *replay, Vm *vm, ThreadId id, Pc pc) {
    Replay *r = replay;
    const Thread *t = vm_thread(vm, id);
    const Insn *in = &r->program->code[pc];
    Shadow *s = shadow_of(r, id);
    flow_settle(r, id);
    settle(r, id, pc);
    asks(r, s, id);
    while (s->nvars && s->vars[s->nvars - 1].depth > t->nframes)
        s->nvars--;
    if (r->is_telling)
        follow_calls(r, s, t);
    s->nframes = t->nframes;
    bool is_hidden = watch_is_hidden(r, t->frames[t->nframes - 1].func);
    if (!is_hidden) {
        if (s->call.is_active && s->call.depth == t->nframes)
            call_end(r, s);
        line_for_vars(r, s, t, pc);
        if (s->line.is_open)
            take_vars(r, s, id, pc);
        is_hidden = !go_to_line(r, s, t, pc);
        if (s->line.is_open && !is_hidden) {
            s->has_begun = true;
            take_vars(r, s, id, pc); // those that belong to this line
        }
        if (!is_hidden && ir_op_info[in->op].effect == EFFECT_CALL)
            call_begin(r, id, s, in, pc);
    }
    flow_expect(r, id, pc, is_hidden);
    if (is_interesting(in)) {
        is_hidden &= ir_op_info[in->op].effect == EFFECT_TRAP || !call_is_access(r, s);
        expect(r, s, id, in, pc, is_hidden);
    }
}

void watch_output(void *replay, Vm *vm, ThreadId id, int fd, const u8 *bytes, size_t n) {
    Replay *r = replay;
    (void)vm, (void)fd;
    Shadow *s = shadow_of(r, id);
    if (r->is_telling)
        text_bytes(&r->trace->output, bytes, n);
    if (s->line.is_open)
        text_bytes(&s->line.printed, bytes, n);
}

static void tell_look(Replay *r, Shadow *s, const Thread *t, u32 alternative) {
    u32 off, size;
    const Place *p = vm_place(r->vm, t->pend.word.tag, &off, &size);
    if (!p || !s->line.is_open || vm_options(r->vm)->shown) // then it is seen where it stands
        return;
    SrcLoc loc = p->site < r->program->ncode ? r->program->locs[p->site] : (SrcLoc){0};
    Text value = {0};
    if (t->pend.kind == PEND_TRUTH)
        text_add(&value, "%s", alternative == TRUTH_NONZERO ? "not 0" : "0");
    else
        text_add(&value, "%lld", vm_options(r->vm)->nondet_low + (long long)alternative);
    if (loc.line)
        line_note(r, &s->line, "the unknown value of line %u is %s", loc.line, text_str(&value));
    else
        line_note(r, &s->line, "the unknown value is %s", text_str(&value));
    text_done(&value);
}

// The search chose where an object lies, because the program compares addresses.
static void tell_order(Replay *r, Shadow *s, ThreadId id, u32 alternative) {
    u32 n = vm_alternatives(r->vm, id);
    if (!s->line.is_open || n < 2)
        return;
    Text name = {0};
    names_object(&r->names, vm_thread(r->vm, id)->pend.word.tag, &name);
    const char *what = name.len ? text_str(&name) : "a block";
    if (alternative == 0 || alternative == n - 1) {
        line_note(r, &s->line, "%s lies %s all that it was compared with", what,
                  alternative ? "above" : "below");
    } else {
        line_note(r, &s->line, "%s lies above %u of the %u that it was compared with", what,
                  alternative, n - 1);
    }
    text_done(&name);
}

static void tell_wakeup(Replay *r, Shadow *s, ThreadId id) {
    Stance stance;
    vm_stance(r->vm, id, &stance, NULL);
    if (stance.is_spurious && s->line.is_open)
        line_note(r, &s->line, "wakes up without a signal");
}

void watch_step_begin(Replay *r, ThreadId id, u32 alternative) {
    u32 serial = vm_thread(r->vm, id)->serial;
    if (r->last != THREAD_NONE && r->last != serial && r->last < r->nshadows) {
        written_flush(r, &r->shadows[r->last]);
        line_interrupt(r, &r->shadows[r->last]);
    }
    r->last = serial;
    Shadow *s = shadow_of(r, id);
    const Thread *t = vm_thread(r->vm, id);
    s->waits = NULL;
    s->is_wait_told = false;
    if (t->pend.kind == PEND_LOOK || t->pend.kind == PEND_TRUTH)
        tell_look(r, s, t, alternative);
    else if (t->pend.kind == PEND_ORDER)
        tell_order(r, s, id, alternative);
    else if (t->pend.kind == PEND_WAIT)
        tell_wakeup(r, s, id);
}

void watch_step_end(Replay *r, ThreadId id, RunEnd end) {
    Shadow *s = &r->shadows[r->last];
    const Thread *t = vm_thread(r->vm, id);
    if (end == RUN_DONE) {
        r->pended.is_pending = false;
        if (s->line.is_open && s->call.is_active) {
            s->line.call = s->call.text;
            s->line.has_content = true;
        }
        line_close(r, s);
        s->calls = NULL;
        line_open(r, &s->line, r->program->entry, 0, 0, 0, NULL);
        line_note(r, &s->line, "ends");
        moment_ends(r, s);
        line_close(r, s);
        s->call.is_active = false;
        return;
    }
    if (end == RUN_FAULT || end == RUN_CUT || t->nframes == 0) {
        r->pended.is_pending = false;
        return;
    }
    flow_settle(r, id);
    settle(r, id, t->frames[t->nframes - 1].pc);
    asks(r, s, id);
    Text text = {0};
    if (end == RUN_POINT && wait_text(&r->names, id, &text))
        s->waits = arena_text(r->scratch, text_str(&text));
    text_done(&text);
}

// Threads that stand before a wait which does not hold any more have not been seen waiting.
static void tell_waiting(Replay *r, ThreadId id) {
    Shadow *s = shadow_of(r, id);
    Text text = {0};
    asks(r, s, id);
    if (!s->is_wait_told && wait_text(&r->names, id, &text)) {
        s->waits = arena_text(r->scratch, text_str(&text));
        line_interrupt(r, s);
        line_tell_early(r, s);
    }
    text_done(&text);
}

// Variables that the faulty line speaks of are worth seeing there, even if it did not touch memory
// for them.
static void tell_variables(Replay *r, Shadow *s, u32 depth) {
    Line *l = &s->line;
    const char *source = sources_line(r->sources, l->file, l->line);
    for (u32 i = 0; i < s->nvars; i++) {
        const Var *v = &s->vars[i];
        if (v->depth == depth && names_mentions(source, v->name)) {
            Text value = {0};
            watch_var_value(r, v, &value);
            line_value(r, l, &(Value){.name = v->name, .value = text_str(&value), .is_read = true});
            text_done(&value);
        }
    }
}

void watch_end(Replay *r, ThreadId fault_thread) {
    Vm *vm = r->vm;
    for (u32 i = 0; i < r->nshadows; i++) {
        written_flush(r, &r->shadows[i]);
        // The last thread's line is the last that happened.
        ThreadId id = thread_of_shadow(r, (r->last + 1 + i) % r->nshadows);
        if (id == fault_thread || id == THREAD_NONE)
            continue;
        tell_waiting(r, id);
        line_tell_early(r, shadow_of(r, id)); // it has come that far, and may be in a race there
    }
    // A run that is wrong as a whole has no faulty line, and ends with whatever happened last.
    bool is_whole = r->trace->kind == FAULT_LIVENESS || r->trace->kind == FAULT_LEAK;
    if (is_whole && r->last < r->nshadows)
        line_interrupt(r, &r->shadows[r->last]);
    if (fault_thread == THREAD_NONE || !vm_is_alive(vm, fault_thread))
        return;
    Shadow *s = shadow_of(r, fault_thread);
    if (!s->line.is_open || s->line.line != r->trace->line || s->line.file != r->trace->file) {
        line_close(r, s);
        line_open(r, &s->line, 0, r->trace->file, r->trace->line, 0, s->calls);
        SrcLoc loc = watch_position(r, fault_thread);
        s->line.func = loc.scope < r->program->nfuncs ? loc.scope : 0;
    }
    s->line.call = NULL;
    asks(r, s, fault_thread);
    tell_variables(r, s, r->names.depth);
    line_emit(r, s, true);
}
