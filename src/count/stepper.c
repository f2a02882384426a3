// SPDX-License-Identifier: Apache-2.0
// Boolean programs as systems. A global state is the word of global variables, or an assertion that
// has failed; a local state is a place in the code and the variables that are live there.
//
// SOUND: a move takes one instruction that others can notice, or an atomic section, and then goes
// on as long as nobody can notice that. What it does then depends on nothing and changes nothing
// that others can see, so it commutes with all that they do, and an assertion that fails there
// would fail later, too. A thread that gets stuck on that way has still changed the global
// variables before: it is taken to have ended, since it does nothing any more.
#include "count/program.h"

#include <string.h>

enum { KIND_WORD = 1, KIND_FAILED = 2 };                   // of global states
enum { HAS_WORD = 1, HAS_OUTCOME = 2 };                    // what is known of a word in a step
enum { AT_END = UINT32_MAX, AT_FAILURE = UINT32_MAX - 1 }; // instead of an instruction

typedef struct Global {
    u64 word; // of variables; for a failure, the instruction
    bool is_failure;
} Global;

typedef struct Local {
    u32 at;
    u64 word;
} Local;

// Where a step can be.
typedef struct Point {
    u32 at;
    u32 from;          // the point before; itself for the first
    u64 global, local; // words; at a failure, `global` is the instruction
} Point;

typedef struct Program {
    CountModel model; // comes first
    Syntax syntax;
    Code code;
    const char *text; // the source
    u32 *lines;       // where each line begins, from 0
    u32 nlines, lines_cap;
    const Expr *reach; // NULL: assertions count
    Global *globals;
    u32 nglobals, globals_cap;
    Table by_word; // global states, from 1
    Local *locals;
    u32 nlocals, locals_cap;
    Table by_local; // local states by hash, from 1
    // of the step that is being taken
    Point *points;
    u32 npoints, points_cap;
    Table by_point;
    Table words;   // global words outside of atomic sections
    u32 *outcomes; // points at which the step ends, in the order of the moves
    u32 noutcomes, outcomes_cap;
} Program;

// ---- states -------------------------------------------------------------------------------------

static u32 global_of(Program *p, u64 word, bool is_failure) {
    u32 *value = table_add(&p->by_word, word, is_failure ? KIND_FAILED : KIND_WORD);
    if (!*value) {
        VEC_PUSH(p->globals, p->nglobals, p->globals_cap) = (Global){word, is_failure};
        *value = p->nglobals;
    }
    return *value - 1;
}

static u32 local_of(Program *p, u32 at, u64 word) {
    for (u64 key = hash_mix(word) + at;; key++) {
        u32 *value = table_add(&p->by_local, key, PLAIN_KEY);
        if (!*value) {
            VEC_PUSH(p->locals, p->nlocals, p->locals_cap) = (Local){at, word};
            *value = p->nlocals;
            return p->nlocals - 1;
        }
        if (p->locals[*value - 1].at == at && p->locals[*value - 1].word == word)
            return *value - 1;
    }
}

// ---- values -------------------------------------------------------------------------------------

// What an expression can be: bit 0 for false, bit 1 for true.
enum { CAN_FALSE = 1, CAN_TRUE = 2, CAN_BOTH = 3 };

static u32 negated(u32 can) { return (can & CAN_FALSE) << 1 | (can & CAN_TRUE) >> 1; }

// Both values of both sides; each * is chosen for itself, so all pairs are possible.
static u32 combined(ExprKind kind, u32 a, u32 b) {
    u32 can = 0;
    for (u32 x = 0; x < 2; x++) {
        for (u32 y = 0; y < 2; y++) {
            if (!(a >> x & 1) || !(b >> y & 1))
                continue;
            u32 value = kind == EXPR_AND       ? x & y
                        : kind == EXPR_OR      ? x | y
                        : kind == EXPR_IMPLIES ? (x ^ 1) | y
                        : kind == EXPR_EQUAL   ? x == y
                                               : x != y;
            can |= 1u << value;
        }
    }
    return can;
}

static u32 value_of(const Program *p, const Expr *e, u32 frame, const Point *at) {
    switch (e->kind) {
    case EXPR_FALSE: return CAN_FALSE;
    case EXPR_TRUE: return CAN_TRUE;
    case EXPR_ANY: return CAN_BOTH;
    case EXPR_VAR: {
        u64 word = e->var.is_global ? at->global : at->local;
        return word & code_bit(&p->code, frame, e->var) ? CAN_TRUE : CAN_FALSE;
    }
    case EXPR_NOT: return negated(value_of(p, e->a, frame, at));
    case EXPR_CHOICE: {
        u32 can = value_of(p, e->a, frame, at);
        return (can & CAN_TRUE ? value_of(p, e->b, frame, at) : 0) |
               (can & CAN_FALSE ? value_of(p, e->c, frame, at) : 0);
    }
    default: return combined(e->kind, value_of(p, e->a, frame, at), value_of(p, e->b, frame, at));
    }
}

// ---- points -------------------------------------------------------------------------------------

static bool is_same(const Point *a, const Point *b) {
    return a->at == b->at && a->global == b->global && a->local == b->local;
}

static bool is_end(const Program *p, const Point *to) {
    if (to->at == AT_END || to->at == AT_FAILURE)
        return true;
    const Insn *i = &p->code.insns[to->at];
    return i->depth == 0 && i->is_visible;
}

// A point that the step comes to. What is dead there does not matter.
static void come_to(Program *p, Point to) {
    if (to.at < p->code.n && p->code.insns[to.at].op == OP_END)
        to.at = AT_END;
    to.local &= to.at < p->code.n ? p->code.insns[to.at].live : 0;
    for (u64 key = hash_mix(hash_mix(to.local) + to.global) + to.at;; key++) {
        u32 *value = table_add(&p->by_point, key, PLAIN_KEY);
        if (!*value) {
            *value = p->npoints + 1;
            break;
        }
        if (is_same(&p->points[*value - 1], &to))
            return;
    }
    if (is_end(p, &to))
        VEC_PUSH(p->outcomes, p->noutcomes, p->outcomes_cap) = p->npoints;
    VEC_PUSH(p->points, p->npoints, p->points_cap) = to;
}

static void fail_at(Program *p, u32 from, u32 at) {
    come_to(p, (Point){.at = AT_FAILURE, .from = from, .global = at});
}

static Point set_bit(const Program *p, const Insn *i, u32 k, Point to, bool value) {
    u64 bit = code_bit(&p->code, i->targets_frame, i->targets[k]);
    u64 *word = i->targets[k].is_global ? &to.global : &to.local;
    *word = value ? *word | bit : *word & ~bit;
    return to;
}

// From the k-th on, each in each way that it can; all look at the values before.
static void assign(Program *p, const Insn *i, u32 k, const Point *before, Point to) {
    if (k == i->n) {
        come_to(p, to);
        return;
    }
    // a value that nobody will look at is not worth a choice
    bool is_dead =
        !i->targets[k].is_global &&
        !(p->code.insns[to.at].live & code_bit(&p->code, i->targets_frame, i->targets[k]));
    u32 can = is_dead ? CAN_FALSE : value_of(p, i->exprs[k], i->frame, before);
    if (can & CAN_FALSE)
        assign(p, i, k + 1, before, set_bit(p, i, k, to, false));
    if (can & CAN_TRUE)
        assign(p, i, k + 1, before, set_bit(p, i, k, to, true));
}

static void unlock(Program *p, const Insn *i, const Point *before, Point to) {
    bool is_held = before->global & code_bit(&p->code, i->frame, i->targets[0]);
    if (!is_held && p->syntax.globals.items[i->targets[0].index].is_lock && !p->reach)
        fail_at(p, to.from, before->at);
    else
        come_to(p, set_bit(p, i, 0, to, false));
}

static void judge(Program *p, const Insn *i, const Point *before, Point to) {
    u32 can = value_of(p, i->cond, i->frame, before);
    if (i->op == OP_ASSERT && (can & CAN_FALSE) && !p->reach)
        fail_at(p, to.from, before->at);
    if ((can & CAN_TRUE) || (i->op == OP_ASSERT && p->reach))
        come_to(p, to);
    if (i->op == OP_BRANCH && (can & CAN_FALSE)) {
        to.at = i->to;
        come_to(p, to);
    }
}

// All points after one instruction.
static void go_on(Program *p, u32 index) {
    const Point before = p->points[index];
    const Insn *i = &p->code.insns[before.at];
    Point to = {before.at + 1, index, before.global, before.local};
    switch (i->op) {
    case OP_ASSIGN: assign(p, i, 0, &before, to); break;
    case OP_ASSUME:
    case OP_ASSERT:
    case OP_BRANCH: judge(p, i, &before, to); break;
    case OP_GOTO:
        for (u32 k = 0; k < i->n; k++) {
            to.at = i->ways[k];
            come_to(p, to);
        }
        break;
    case OP_LOCK:
        if (!(before.global & code_bit(&p->code, i->frame, i->targets[0])))
            come_to(p, set_bit(p, i, 0, to, true));
        break;
    case OP_UNLOCK: unlock(p, i, &before, to); break;
    case OP_ATOMIC_BEGIN:
    case OP_ATOMIC_END: come_to(p, to); break;
    case OP_END: break;
    }
}

static bool is_outside(const Program *p, const Point *at) {
    return at->at == AT_END || (at->at < p->code.n && p->code.insns[at->at].depth == 0);
}

// Threads that got stuck where nobody notices have ended.
static void add_stuck(Program *p, u64 before) {
    u32 n = p->npoints;
    for (u32 i = 1; i < n; i++)
        if (is_outside(p, &p->points[i]))
            *table_add(&p->words, p->points[i].global, PLAIN_KEY) |= HAS_WORD;
    for (u32 i = 0; i < p->noutcomes; i++)
        if (p->points[p->outcomes[i]].at != AT_FAILURE)
            *table_add(&p->words, p->points[p->outcomes[i]].global, PLAIN_KEY) |= HAS_OUTCOME;
    for (u32 i = 1; i < n; i++) {
        const Point at = p->points[i];
        u32 *known = is_outside(p, &at) ? table_add(&p->words, at.global, PLAIN_KEY) : NULL;
        if (!known || *known & HAS_OUTCOME || at.global == before)
            continue;
        *known |= HAS_OUTCOME;
        come_to(p, (Point){.at = AT_END, .from = i, .global = at.global});
    }
}

// Fills in points and outcomes.
static void step(Program *p, u32 global, u32 local) {
    const Local *l = &p->locals[local];
    p->npoints = p->noutcomes = 0;
    table_clear(&p->by_point);
    table_clear(&p->words);
    ENSURE(!p->globals[global].is_failure);
    VEC_PUSH(p->points, p->npoints, p->points_cap) =
        (Point){.at = l->at, .from = 0, .global = p->globals[global].word, .local = l->word};
    go_on(p, 0);
    for (u32 i = 1; i < p->npoints; i++)
        if (!is_end(p, &p->points[i]))
            go_on(p, i);
    add_stuck(p, p->globals[global].word);
}

// ---- as a system --------------------------------------------------------------------------------

static void moves(void *self, u32 global, u32 local, CountMoves *out) {
    Program *p = self;
    step(p, global, local);
    for (u32 i = 0; i < p->noutcomes; i++) {
        const Point *at = &p->points[p->outcomes[i]];
        bool has_ended = at->at == AT_END || at->at == AT_FAILURE;
        CountMove move = {.global = global_of(p, at->global, at->at == AT_FAILURE),
                          .local = has_ended ? LOCAL_NONE : local_of(p, at->at, at->local)};
        VEC_PUSH(out->items, out->len, out->cap) = move;
    }
}

static bool is_bad(void *self, u32 global) {
    const Program *p = self;
    const Global *g = &p->globals[global];
    if (!p->reach || g->is_failure)
        return g->is_failure;
    return value_of(p, p->reach, 0, &(Point){.global = g->word}) & CAN_TRUE;
}

static void name_global(void *self, u32 global, Text *out) {
    const Program *p = self;
    const Global *g = &p->globals[global];
    const Variables *v = &p->syntax.globals;
    if (g->is_failure) {
        text_add(out, "failed at %s:%u", p->syntax.path, p->code.insns[g->word].line);
        return;
    }
    for (u32 i = 0; i < v->len; i++)
        text_add(out, "%s%s=%u", i ? " " : "", v->items[i].name, (u32)(g->word >> i & 1));
}

// The variables of all open calls that have a value there.
static void add_values(const Program *p, u32 frame, u64 live, u64 word, Text *out) {
    const Frame *f = &p->code.frames[frame];
    if (f->above != frame)
        add_values(p, f->above, live, word, out);
    for (u32 i = 0; i < f->procedure->vars.len; i++)
        if (live >> (f->base + i) & 1)
            text_add(out, " %s=%u", f->procedure->vars.items[i].name,
                     (u32)(word >> (f->base + i) & 1));
}

static void name_local(void *self, u32 local, Text *out) {
    const Program *p = self;
    if (local == LOCAL_NONE) {
        text_add(out, "ended");
        return;
    }
    const Local *l = &p->locals[local];
    const Insn *i = &p->code.insns[l->at];
    text_add(out, "%s:%u", p->code.frames[i->frame].procedure->name, i->line);
    add_values(p, i->frame, i->live, l->word, out);
}

// ---- telling ------------------------------------------------------------------------------------

static void add_line(const Program *p, u32 line, Text *out) {
    text_add(out, "%s:%u\t", p->syntax.path, line);
    if (!line || line > p->nlines)
        return;
    const char *s = p->text + p->lines[line - 1];
    size_t len = strcspn(s, "\n");
    while (len && strchr(" \t\r", s[len - 1]))
        len--;
    while (len && strchr(" \t", *s))
        s++, len--;
    text_bytes(out, s, len);
}

static void add_change(const Variables *v, u32 base, u64 before, u64 after, Text *out) {
    u64 changed = (before ^ after) >> base;
    for (u32 i = 0; i < v->len; i++)
        if (changed >> i & 1)
            text_add(out, "%s%s = %u", out->len && out->s[out->len - 1] != '\t' ? ", " : "",
                     v->items[i].name, (u32)(after >> (base + i) & 1));
}

// What an instruction changes.
static void add_changes(const Program *p, const Point *from, const Point *to, Text *out) {
    const Insn *i = &p->code.insns[from->at];
    const Frame *f = &p->code.frames[i->op == OP_ASSIGN ? i->targets_frame : i->frame];
    if (to->at != AT_FAILURE)
        add_change(&p->syntax.globals, 0, from->global, to->global, out);
    if (to->at >= p->code.n)
        return;
    u64 live = p->code.insns[to->at].live; // what is dead afterwards has lost its value
    add_change(&f->procedure->vars, f->base, from->local & live, to->local & live, out);
}

// Jumps are no lines of their own.
static bool is_told(const Program *p, const Point *from) {
    Op op = p->code.insns[from->at].op;
    return op != OP_GOTO && op != OP_ATOMIC_END;
}

// Instructions of the same line are told together.
static void tell_path(const Program *p, const u32 *path, u32 len, Text *out) {
    u32 line = 0;
    for (u32 i = len; i-- > 1;) {
        const Point *from = &p->points[path[i]], *to = &p->points[path[i - 1]];
        if (!is_told(p, from))
            continue;
        u32 next = p->code.insns[from->at].line;
        if (next != line) {
            text_add(out, line ? "\n" : "");
            add_line(p, next, out);
            text_add(out, "\t");
            line = next;
        }
        add_changes(p, from, to, out);
    }
    text_add(out, line ? "\n" : "");
}

static void tell_move(void *self, u32 global, u32 local, u32 move, Text *out) {
    Program *p = self;
    u32 *path = NULL, len = 0, cap = 0;
    step(p, global, local);
    ENSURE(move < p->noutcomes);
    for (u32 at = p->outcomes[move]; at; at = p->points[at].from)
        VEC_PUSH(path, len, cap) = at;
    VEC_PUSH(path, len, cap) = 0;
    tell_path(p, path, len, out);
    VEC_FREE(path, cap);
}

static void tell_bad(const CountModel *model, u32 global, Text *out) {
    const Program *p = (const Program *)model;
    const Global *g = &p->globals[global];
    if (!g->is_failure) {
        text_add(out, "global state ");
        name_global((void *)p, global, out);
        text_add(out, " is reached");
        return;
    }
    const Insn *i = &p->code.insns[g->word];
    if (i->op == OP_UNLOCK)
        text_add(out, "lock '%s' is not locked, at %s:%u",
                 p->syntax.globals.items[i->targets[0].index].name, p->syntax.path, i->line);
    else
        text_add(out, "assertion does not hold, at %s:%u", p->syntax.path, i->line);
}

// ---- reading ------------------------------------------------------------------------------------

static void free_program(CountModel *model) {
    Program *p = (Program *)model;
    syntax_done(&p->syntax);
    code_done(&p->code);
    VEC_FREE(p->lines, p->lines_cap);
    VEC_FREE(p->globals, p->globals_cap);
    VEC_FREE(p->locals, p->locals_cap);
    VEC_FREE(p->points, p->points_cap);
    VEC_FREE(p->outcomes, p->outcomes_cap);
    table_done(&p->by_word);
    table_done(&p->by_local);
    table_done(&p->by_point);
    table_done(&p->words);
    arena_free(p->model.arena);
    mem_free(p, sizeof *p);
}

static void keep_text(Program *p, const Text *text) {
    char *copy = arena_alloc(p->model.arena, (size_t)text->len + 1);
    memcpy(copy, text_str(text), text->len);
    p->text = copy;
    for (u32 i = 0; i < text->len; i++)
        if (i == 0 || copy[i - 1] == '\n')
            VEC_PUSH(p->lines, p->nlines, p->lines_cap) = i;
}

// Threads of one procedure. `threads` collects them.
static bool add_threads(Program *p, const char *name, size_t len, u32 count, CountConfig *threads,
                        Diag *d) {
    const Procedure *f = syntax_find(&p->syntax, name, len);
    u32 entry;
    if (!f)
        return diag_fail(d,
                         "%s: there is no procedure '%.*s'; --threads NAME says what threads run",
                         p->syntax.path, (int)len, name);
    if (!code_add(&p->code, &p->syntax, f, &entry, d))
        return false;
    config_add(threads, local_of(p, entry, 0), count);
    return true;
}

static bool read_threads(Program *p, const CountInput *in, CountConfig *threads, Diag *d) {
    if (!in->nthreads)
        return add_threads(p, "main", strlen("main"), COUNT_ANY, threads, d);
    for (u32 i = 0; i < in->nthreads; i++) {
        size_t len;
        u32 count;
        if (!count_read_threads(in->threads[i], &len, &count, d) ||
            !add_threads(p, in->threads[i], len, count, threads, d))
            return false;
        for (u32 k = 0; k < i; k++)
            if (strcspn(in->threads[k], "=") == len &&
                memcmp(in->threads[k], in->threads[i], len) == 0)
                return diag_fail(d, "--threads: '%.*s' is there twice", (int)len, in->threads[i]);
    }
    return threads->n > 0 || diag_fail(d, "--threads: there are no threads");
}

enum { MOST_FREE = 16 }; // variables that begin as anything: each doubles the initial states

// One for each way in which the global variables can begin.
static bool set_initial(Program *p, const CountConfig *threads, Diag *d) {
    const Variables *v = &p->syntax.globals;
    u64 word = 0;
    u32 free[MOST_FREE], nfree = 0;
    for (u32 i = 0; i < v->len; i++) {
        word |= (u64)(v->items[i].initial->kind == EXPR_TRUE) << i;
        if (v->items[i].initial->kind != EXPR_ANY)
            continue;
        if (nfree == MOST_FREE)
            return diag_fail(d, "%s: more than %d global variables begin as *", p->syntax.path,
                             MOST_FREE);
        free[nfree++] = i;
    }
    CountModel *m = &p->model;
    m->initial = arena_alloc(m->arena, sizeof *m->initial << nfree);
    for (u32 choice = 0; choice < 1u << nfree; choice++) {
        u64 chosen = word;
        for (u32 i = 0; i < nfree; i++)
            chosen |= (u64)(choice >> i & 1) << free[i];
        m->initial[choice] = config_keep(m->arena, threads);
        m->initial[choice].global = global_of(p, chosen, false);
    }
    m->system.initial = m->initial;
    m->system.ninitial = 1u << nfree;
    return true;
}

static bool read_all(Program *p, const CountInput *in, const Text *text, CountConfig *threads,
                     Diag *d) {
    if (!syntax_read(&p->syntax, text, d))
        return false;
    if (in->reach && !(p->reach = syntax_read_expr(&p->syntax, "--reach", in->reach, d)))
        return false;
    if (!read_threads(p, in, threads, d) || !code_finish(&p->code, &p->syntax, d))
        return false;
    p->model.has_bad = p->reach || p->syntax.has_assert;
    for (u32 i = 0; i < p->syntax.globals.len; i++)
        p->model.has_bad |= p->syntax.globals.items[i].is_lock;
    return set_initial(p, threads, d);
}

CountModel *program_read(const CountInput *in, const Text *text, Diag *d) {
    Program *p = mem_zalloc(sizeof *p);
    CountConfig threads = {0};
    p->model = (CountModel){.free = free_program, .tell_bad = tell_bad, .arena = arena_new()};
    p->syntax.arena = p->model.arena;
    p->syntax.path = arena_text(p->model.arena, in->path);
    keep_text(p, text);
    p->model.system = (CountSystem){.self = p,
                                    .moves = moves,
                                    .is_bad = is_bad,
                                    .name_global = name_global,
                                    .name_local = name_local,
                                    .tell_move = tell_move};
    bool is_ok = read_all(p, in, text, &threads, d);
    config_done(&threads);
    if (is_ok)
        return &p->model;
    free_program(&p->model);
    return NULL;
}
