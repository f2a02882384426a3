// SPDX-License-Identifier: Apache-2.0
// Code of threads: calls are replaced by what they call, blocks by jumps. The variables of all
// calls that are open at a time lie in one word, those of the callee behind those of the caller.
#include "count/program.h"

#include <string.h>

enum { MOST_INSNS = 1000000, MOST_CALLS = 200 };

// A jump whose target is not known yet.
typedef struct Jump {
    u32 insn;
    u32 way;           // which of its ways
    const char *label; // NULL: the end of the procedure
    u32 line;
} Jump;

typedef struct Label {
    const char *name;
    u32 at;
} Label;

typedef struct Inliner {
    Code *code;
    const Syntax *syntax;
    Diag *d;
} Inliner;

// One call.
typedef struct Instance {
    const struct Instance *caller; // NULL: the thread's first procedure
    const Procedure *procedure;
    const Stmt *call;
    u32 frame, ncalls;
    u32 nsections; // blocks around what is being added that are atomic
    Jump *jumps;
    u32 njumps, jumps_cap;
    Label *labels;
    u32 nlabels, labels_cap;
    Table by_label;
} Instance;

static bool fail(const Inliner *in, u32 line, const char *fmt, ...) PRINTF_LIKE(3, 4);
static bool fail(const Inliner *in, u32 line, const char *fmt, ...) {
    Text text = {0};
    va_list args;
    va_start(args, fmt);
    text_addv(&text, fmt, args);
    va_end(args);
    diag_fail(in->d, "%s:%u: %s", in->syntax->path, line, text_str(&text));
    text_done(&text);
    return false;
}

u64 code_bit(const Code *c, u32 frame, VarRef var) {
    u32 bit = var.is_global ? var.index : c->frames[frame].base + var.index;
    ENSURE(bit < MOST_VARIABLES);
    return (u64)1 << bit;
}

// ---- instructions -------------------------------------------------------------------------------

// The pointer is good until the next one.
static Insn *emit(Inliner *in, const Instance *i, Op op, u32 line) {
    Code *c = in->code;
    VEC_PUSH(c->insns, c->n, c->cap) =
        (Insn){.op = op, .line = line, .frame = i->frame, .targets_frame = i->frame};
    return &c->insns[c->n - 1];
}

static void emit_condition(Inliner *in, const Instance *i, Op op, const Stmt *s) {
    Insn *insn = emit(in, i, op, s->line);
    insn->cond = s->cond;
    insn->is_visible = s->cond->has_global;
}

static void emit_assign(Inliner *in, const Instance *i, u32 targets_frame, u32 line,
                        const VarRef *targets, const Expr *const *exprs, u32 n) {
    Insn *insn = emit(in, i, OP_ASSIGN, line);
    insn->targets_frame = targets_frame;
    insn->targets = targets;
    insn->exprs = exprs;
    insn->n = n;
    for (u32 k = 0; k < n; k++)
        insn->is_visible |= targets[k].is_global || exprs[k]->has_global;
}

// A jump that is told later where to.
static void emit_jump(Inliner *in, Instance *i, const Stmt *s, const char *const *labels, u32 n) {
    Insn *insn = emit(in, i, OP_GOTO, s->line);
    insn->n = n;
    insn->ways = arena_alloc(in->syntax->arena, n * sizeof *insn->ways);
    for (u32 k = 0; k < n; k++)
        VEC_PUSH(i->jumps, i->njumps, i->jumps_cap) =
            (Jump){in->code->n - 1, k, labels ? labels[k] : NULL, s->line};
}

static void set_way(Code *c, u32 insn, u32 way, u32 to) { ((u32 *)c->insns[insn].ways)[way] = to; }

static u32 emit_goto(Inliner *in, const Instance *i, u32 line) {
    Insn *insn = emit(in, i, OP_GOTO, line);
    insn->n = 1;
    insn->ways = arena_alloc(in->syntax->arena, sizeof *insn->ways);
    return in->code->n - 1;
}

// ---- calls --------------------------------------------------------------------------------------

static bool add_instance(Inliner *in, Instance *i);

// Variables are what the arguments say, or what they are declared to be.
static void emit_entry(Inliner *in, const Instance *callee, const Expr *const *args,
                       const Instance *evaluator) {
    const Variables *v = &callee->procedure->vars;
    VarRef *targets = arena_alloc(in->syntax->arena, v->len * sizeof *targets);
    const Expr **exprs = arena_alloc(in->syntax->arena, v->len * sizeof *exprs);
    u32 line = callee->call ? callee->call->line : callee->procedure->line;
    for (u32 k = 0; k < v->len; k++) {
        bool is_parameter = k < callee->procedure->nparameters;
        targets[k] = (VarRef){.index = k};
        exprs[k] = is_parameter ? args[k] : v->items[k].initial;
    }
    if (v->len)
        emit_assign(in, evaluator, callee->frame, line, targets, exprs, v->len);
}

static bool fail_recursion(const Inliner *in, const Instance *i, const Stmt *s) {
    Text cycle = {0};
    const char *names[MOST_CALLS + 1];
    u32 n = 0;
    for (; strcmp(i->procedure->name, s->names[0]) != 0; i = i->caller)
        names[n++] = i->procedure->name;
    text_add(&cycle, "%s", s->names[0]);
    while (n)
        text_add(&cycle, " -> %s", names[--n]);
    fail(in, s->line, "calls go round: %s -> %s; a procedure must not call itself",
         text_str(&cycle), s->names[0]);
    text_done(&cycle);
    return false;
}

static bool add_call(Inliner *in, const Instance *caller, const Stmt *s) {
    const Procedure *f = syntax_find(in->syntax, s->names[0], strlen(s->names[0]));
    for (const Instance *i = caller; i; i = i->caller)
        if (i->procedure == f)
            return fail_recursion(in, caller, s);
    if (caller->ncalls + 1 > MOST_CALLS)
        return fail(in, s->line, "more than %d calls in each other", MOST_CALLS);
    const Frame *above = &in->code->frames[caller->frame];
    Frame frame = {f, above->base + above->procedure->vars.len, caller->frame};
    if (frame.base + f->vars.len > MOST_VARIABLES)
        return fail(in, s->line, "more than %d local variables at a time", MOST_VARIABLES);
    VEC_PUSH(in->code->frames, in->code->nframes, in->code->frames_cap) = frame;
    Instance callee = {.caller = caller,
                       .procedure = f,
                       .call = s,
                       .frame = in->code->nframes - 1,
                       .ncalls = caller->ncalls + 1};
    emit_entry(in, &callee, s->exprs, caller);
    return add_instance(in, &callee);
}

// The values go to where the call wants them.
static void emit_results(Inliner *in, Instance *i, u32 line, const Expr *const *exprs) {
    const Stmt *call = i->call;
    if (call && call->ntargets)
        emit_assign(in, i, i->caller->frame, line, call->targets, exprs, call->ntargets);
}

// ---- statements ---------------------------------------------------------------------------------

static bool add_stmts(Inliner *in, Instance *i, const Stmt *s);

static bool add_if(Inliner *in, Instance *i, const Stmt *s) {
    u32 branch = in->code->n;
    emit_condition(in, i, OP_BRANCH, s);
    if (!add_stmts(in, i, s->body))
        return false;
    u32 over = s->rest ? emit_goto(in, i, s->line) : 0;
    in->code->insns[branch].to = in->code->n;
    if (!add_stmts(in, i, s->rest))
        return false;
    if (s->rest)
        set_way(in->code, over, 0, in->code->n);
    return true;
}

static bool add_while(Inliner *in, Instance *i, const Stmt *s) {
    u32 branch = in->code->n;
    emit_condition(in, i, OP_BRANCH, s);
    if (!add_stmts(in, i, s->body))
        return false;
    set_way(in->code, emit_goto(in, i, s->line), 0, branch);
    in->code->insns[branch].to = in->code->n;
    return true;
}

static void add_lock(Inliner *in, const Instance *i, const Stmt *s) {
    Insn *insn = emit(in, i, s->kind == STMT_LOCK ? OP_LOCK : OP_UNLOCK, s->line);
    insn->targets = s->targets;
    insn->n = 1;
    insn->is_visible = true;
}

static void emit_section(Inliner *in, const Instance *i, Op op, u32 line) {
    emit(in, i, op, line)->is_visible = op == OP_ATOMIC_BEGIN;
}

static bool add_section(Inliner *in, Instance *i, const Stmt *s) {
    emit_section(in, i, OP_ATOMIC_BEGIN, s->line);
    i->nsections++;
    bool is_ok = add_stmts(in, i, s->body);
    i->nsections--;
    emit_section(in, i, OP_ATOMIC_END, s->line);
    return is_ok;
}

// It leaves the atomic blocks around it.
static void add_return(Inliner *in, Instance *i, const Stmt *s) {
    emit_results(in, i, s->line, s->exprs);
    for (u32 k = 0; k < i->nsections; k++)
        emit_section(in, i, OP_ATOMIC_END, s->line);
    emit_jump(in, i, s, NULL, 1);
}

// The slot of a label among those of a call; its value is its place, from 1, or 0 if it is new.
static u32 *label_slot(Instance *i, const char *name) {
    for (u64 word = hash_bytes(name, strlen(name), 0);; word++) {
        u32 *index = table_add(&i->by_label, word, PLAIN_KEY);
        if (!*index || strcmp(i->labels[*index - 1].name, name) == 0)
            return index;
    }
}

static bool add_label(Inliner *in, Instance *i, const char *name, u32 line) {
    u32 *index = label_slot(i, name);
    if (*index)
        return fail(in, line, "there is a label '%s' already", name);
    VEC_PUSH(i->labels, i->nlabels, i->labels_cap) = (Label){name, in->code->n};
    *index = i->nlabels;
    return true;
}

static bool add_stmt(Inliner *in, Instance *i, const Stmt *s) {
    for (u32 k = 0; k < s->nlabels; k++)
        if (!add_label(in, i, s->labels[k], s->line))
            return false;
    switch (s->kind) {
    case STMT_SKIP: return true;
    case STMT_ASSIGN:
        emit_assign(in, i, i->frame, s->line, s->targets, s->exprs, s->ntargets);
        return true;
    case STMT_CALL: return add_call(in, i, s);
    case STMT_RETURN: add_return(in, i, s); return true;
    case STMT_ASSUME: emit_condition(in, i, OP_ASSUME, s); return true;
    case STMT_ASSERT: emit_condition(in, i, OP_ASSERT, s); return true;
    case STMT_GOTO: emit_jump(in, i, s, s->names, s->nnames); return true;
    case STMT_IF: return add_if(in, i, s);
    case STMT_WHILE: return add_while(in, i, s);
    case STMT_ATOMIC: return add_section(in, i, s);
    case STMT_ATOMIC_BEGIN: emit_section(in, i, OP_ATOMIC_BEGIN, s->line); return true;
    case STMT_ATOMIC_END: emit_section(in, i, OP_ATOMIC_END, s->line); return true;
    case STMT_LOCK:
    case STMT_UNLOCK: add_lock(in, i, s); return true;
    }
    return true;
}

static bool add_stmts(Inliner *in, Instance *i, const Stmt *s) {
    for (; s; s = s->next) {
        if (in->code->n > MOST_INSNS || in->code->nframes > MOST_INSNS)
            return fail(in, s->line,
                        "more than %d steps, when calls are replaced by what they call",
                        MOST_INSNS);
        if (!add_stmt(in, i, s))
            return false;
    }
    return true;
}

// ---- labels -------------------------------------------------------------------------------------

static bool find_label(const Inliner *in, Instance *i, const Jump *j, u32 *at) {
    u32 index = *label_slot(i, j->label);
    if (!index)
        return fail(in, j->line, "there is no label '%s'", j->label);
    *at = i->labels[index - 1].at;
    return true;
}

static bool set_jumps(Inliner *in, Instance *i) {
    for (u32 k = 0; k < i->njumps; k++) {
        const Jump *j = &i->jumps[k];
        u32 to = in->code->n;
        if (j->label && !find_label(in, i, j, &to))
            return false;
        set_way(in->code, j->insn, j->way, to);
    }
    return true;
}

// Who comes to the end of a procedure without returning anything returns just anything.
static bool add_instance(Inliner *in, Instance *i) {
    static const Expr any = {.kind = EXPR_ANY};
    static const Expr *const anything[MOST_VARIABLES] = {[0 ... MOST_VARIABLES - 1] = &any};
    bool is_ok = add_stmts(in, i, i->procedure->body);
    if (is_ok) {
        emit_results(in, i, i->procedure->line, anything);
        is_ok = set_jumps(in, i);
    }
    VEC_FREE(i->jumps, i->jumps_cap);
    VEC_FREE(i->labels, i->labels_cap);
    table_done(&i->by_label);
    return is_ok;
}

bool code_add(Code *c, const Syntax *s, const Procedure *p, u32 *entry, Diag *d) {
    static const Expr any = {.kind = EXPR_ANY};
    const Expr *args[MOST_VARIABLES];
    Inliner in = {.code = c, .syntax = s, .d = d};
    for (u32 i = 0; i < p->nparameters; i++)
        args[i] = &any;
    Instance top = {.procedure = p, .frame = c->nframes};
    VEC_PUSH(c->frames, c->nframes, c->frames_cap) = (Frame){p, 0, top.frame};
    *entry = c->n;
    emit_entry(&in, &top, args, &top);
    if (!add_instance(&in, &top))
        return false;
    emit(&in, &top, OP_END, p->line);
    return true;
}

// ---- what is known of the code ------------------------------------------------------------------

static u32 ways_of(const Insn *i) { return i->op == OP_GOTO ? i->n : i->op == OP_BRANCH ? 2 : 1; }

static u32 way_of(const Code *c, u32 at, u32 way) {
    const Insn *i = &c->insns[at];
    return i->op == OP_GOTO ? i->ways[way] : way ? i->to : at + 1;
}

static u64 used_by(const Code *c, u32 frame, const Expr *e) {
    if (!e)
        return 0;
    if (e->kind == EXPR_VAR)
        return e->var.is_global ? 0 : code_bit(c, frame, e->var);
    return used_by(c, frame, e->a) | used_by(c, frame, e->b) | used_by(c, frame, e->c);
}

static u64 live_before(const Code *c, u32 at) {
    const Insn *i = &c->insns[at];
    u64 live = 0;
    if (i->op == OP_END)
        return 0;
    for (u32 k = 0; k < ways_of(i); k++)
        live |= c->insns[way_of(c, at, k)].live;
    for (u32 k = 0; i->op == OP_ASSIGN && k < i->n; k++)
        if (!i->targets[k].is_global)
            live &= ~code_bit(c, i->targets_frame, i->targets[k]);
    for (u32 k = 0; i->op == OP_ASSIGN && k < i->n; k++)
        live |= used_by(c, i->frame, i->exprs[k]);
    return live | used_by(c, i->frame, i->cond);
}

static void find_live(Code *c) {
    for (bool is_changed = true; is_changed;) {
        is_changed = false;
        for (u32 at = c->n; at-- > 0;) {
            u64 live = live_before(c, at);
            is_changed |= live != c->insns[at].live;
            c->insns[at].live = live;
        }
    }
}

enum { NOT_REACHED = 255, MOST_SECTIONS = 254 };

static bool set_depth(Code *c, const Syntax *s, u32 at, u32 depth, bool *is_new, Diag *d) {
    Insn *i = &c->insns[at];
    *is_new = i->depth == NOT_REACHED;
    if (*is_new)
        i->depth = (u8)depth;
    return i->depth == depth ||
           diag_fail(d, "%s:%u: this can be reached inside and outside of an atomic section",
                     s->path, i->line);
}

// How deep each instruction is in atomic sections must not depend on the way to it.
static bool find_depths(Code *c, const Syntax *s, Diag *d) {
    u32 *todo = NULL, ntodo = 0, cap = 0;
    bool is_ok = true, is_new;
    for (u32 at = 0; at < c->n; at++)
        c->insns[at].depth = NOT_REACHED;
    for (u32 entry = 0; entry < c->n && is_ok; entry++) {
        bool is_entry = entry == 0 || c->insns[entry - 1].op == OP_END;
        if (!is_entry)
            continue;
        is_ok = set_depth(c, s, entry, 0, &is_new, d);
        VEC_PUSH(todo, ntodo, cap) = entry;
        while (ntodo && is_ok) {
            u32 at = todo[--ntodo];
            const Insn *i = &c->insns[at];
            u32 depth = i->depth + (u32)(i->op == OP_ATOMIC_BEGIN) - (u32)(i->op == OP_ATOMIC_END);
            if (i->op == OP_ATOMIC_END && i->depth == 0)
                is_ok = diag_fail(d, "%s:%u: no atomic section ends here", s->path, i->line);
            if (depth > MOST_SECTIONS && is_ok)
                is_ok =
                    diag_fail(d, "%s:%u: too many atomic sections in each other", s->path, i->line);
            for (u32 k = 0; is_ok && i->op != OP_END && k < ways_of(i); k++) {
                u32 to = way_of(c, at, k);
                is_ok = set_depth(c, s, to, depth, &is_new, d);
                if (is_ok && is_new)
                    VEC_PUSH(todo, ntodo, cap) = to;
            }
        }
    }
    VEC_FREE(todo, cap);
    return is_ok;
}

bool code_finish(Code *c, const Syntax *s, Diag *d) {
    find_live(c);
    return find_depths(c, s, d);
}

void code_done(Code *c) {
    VEC_FREE(c->insns, c->cap);
    VEC_FREE(c->frames, c->frames_cap);
}
