// SPDX-License-Identifier: Apache-2.0
// What a thread may still touch: for each instruction the locations that it may read and write
// (from pointsto.c), for each function the sum over its code and all it calls, for each code
// position the sum over what can be reached from there, backwards over the control flow.
//
// A function's sum keeps apart what it touches through its parameters: "whatever parameter 0 points
// to". At each call that becomes what this call's argument points to. Otherwise
// pthread_mutex_lock(&a) would touch every mutex of the program. The same for parameters that are
// called or started: pthread_create(.., f, ..) runs f and no other.
//
// SOUND: a location that is touched later must not be missing. So whatever is not certain counts as
// touched; a function with a computed goto, or one that longjmp may come back to, can reach all its
// code from everywhere.
#include "analysis/analysis.h"
#include "analysis/pointsto.h"
#include "base/table.h"

#include <string.h>

enum { READS, WRITES, CALLS, WAYS };

// Bits of a cell's origin: that it is computed from these parameters. IS_OTHER: also from something
// else.
#define IS_OTHER ((u64)1 << 63)
enum { MAX_PARAMS = 63 };

// What a function touches. own is a row: what it touches whoever calls it; through[way]: a bit for
// each parameter through which it reads, writes or calls something.
typedef struct Sum {
    u64 *own, *all; // all: own, and what its parameters may point to in any call
    u64 through[WAYS];
    u32 grown; // the last round in which it grew
} Sum;

struct Future {
    const Program *p;
    // a row: reads, then writes; there, bit nlocations is for INTERRUPTS
    u32 nlocations, words, row_words;
    u32 *location; // by id of a fixed object
    u32 *row_of;   // by pc
    u64 *rows;     // row 0 is empty, row 1 is full
    u32 nrows, rows_len, rows_cap;
};

typedef struct Builder {
    Future *f;
    PointsTo *t;
    bool *makes_marks; // by function: has a MARK trap
    bool *is_loose;    // by function: all its code can be reached from everywhere in it
    bool *has_locals;  // by function: objects end when it returns
    u64 **origin;      // by function, by cell
    Sum *sums;         // by function
    u64 *sum_words;    // of all sums
    Table table;       // from the hash of a row to its number
    // The function in work.
    FuncId func;
    bool is_open; // keep apart what goes through its parameters
    u64 through[WAYS];
    bool *is_leader; // by pc
    Pc *blocks;
    u32 nblocks, blocks_cap;
    u64 *in; // by block: a row
    u32 in_len, in_cap;
    u64 *now; // a row
    // what the operand in work points to; what the call in work may call
    u64 *objects, *callees;
} Builder;

static void put(u64 *set, u32 i) { set[i / 64] |= (u64)1 << (i % 64); }

// True if it grew.
static bool unite(u64 *set, const u64 *with, u32 words) {
    u64 grown = 0;
    for (u32 w = 0; w < words; w++) {
        grown |= with[w] & ~set[w];
        set[w] |= with[w];
    }
    return grown;
}

// ---- where cells come from ----------------------------------------------------------------------

static u64 origin_of_operand(const Program *p, const u64 *origin, i32 operand, u32 i) {
    if (operand >= 0)
        return origin[(u32)operand + i];
    return p->consts[(u32)~operand + i].tag ? IS_OTHER : 0;
}

// What the cells that the instruction writes are computed from.
static u64 origin_of_insn(const Program *p, const u64 *origin, const Insn *in) {
    u64 from = 0;
    if (!pointsto_keeps_pointers(p, in))
        return ir_op_info[in->op].effect == EFFECT_PURE && in->op != OP_TLSADDR ? 0 : IS_OTHER;
    for (u32 field = 1; field < FIELDS; field++) {
        u32 n = pointsto_keeps_field(in, field) ? insn_cells(p, in, field) : 0;
        for (u32 i = 0; i < n; i++)
            from |= origin_of_operand(p, origin, insn_field(in, field), i);
    }
    return from;
}

static void find_origins(Builder *b, FuncId f) {
    const Program *p = b->f->p;
    const Function *fn = &p->funcs[f];
    u64 *origin = b->origin[f] = mem_zalloc((fn->ncells + 1) * sizeof *origin);
    for (u32 i = 0; i < fn->nparams; i++)
        origin[i] = i < MAX_PARAMS ? (u64)1 << i : IS_OTHER;
    bool has_grown = true;
    while (has_grown) {
        has_grown = false;
        for (Pc pc = fn->start; pc < fn->end; pc++) {
            const Insn *in = &p->code[pc];
            u32 n = role_writes(insn_role(in, 0)) ? insn_cells(p, in, 0) : 0;
            u64 from = n ? origin_of_insn(p, origin, in) : 0;
            for (u32 i = 0; i < n; i++) {
                has_grown |= (from & ~origin[(u32)in->dst + i]) != 0;
                origin[(u32)in->dst + i] |= from;
            }
        }
    }
}

// ---- what an instruction touches ----------------------------------------------------------------
// Added to b->now; in an open function, what goes through parameters to b->through instead.

static u64 *now(Builder *b, u32 way) { return b->now + (way == WRITES ? b->f->words : 0); }

static void touch_dynamic(Builder *b, u32 way) { put(now(b, way), b->f->nlocations - 1); }

static void touch_objects(Builder *b, const u64 *objects, u32 way) {
    const PointsTo *t = b->t;
    u64 *set = now(b, way);
    u32 last = t->nglobals / 64;
    for (u32 w = 0; w < last; w++)
        set[w] |= objects[w];
    set[last] |= objects[last] & (((u64)1 << t->nglobals % 64) - 1);
    u64 dynamic = objects[last] & ~(((u64)1 << t->nglobals % 64) - 1);
    for (u32 w = last + 1; w < t->first_const / 64; w++)
        dynamic |= objects[w];
    u64 tail = ((u64)1 << t->first_const % 64) - 1;
    if (t->first_const / 64 == last)
        dynamic &= tail;
    else
        dynamic |= objects[t->first_const / 64] & tail;
    if (dynamic)
        touch_dynamic(b, way);
}

static void visit_called(void *arg, FuncId callee) {
    Builder *b = arg;
    if (b->sums[callee].all)
        unite(b->now, b->sums[callee].all, b->f->row_words);
}

// The operand is used to read, to write or to call what it points to.
static void use(Builder *b, i32 operand, u32 way) {
    u64 origin = origin_of_operand(b->f->p, b->origin[b->func], operand, 0);
    if (b->is_open && !(origin & IS_OTHER)) {
        b->through[way] |= origin;
        return;
    }
    pointsto_of(b->t, b->func, operand, b->objects);
    if (way == CALLS)
        pointsto_each_func(b->t, b->objects, visit_called, b);
    else
        touch_objects(b, b->objects, way);
}

// A call: what the callee touches itself, and what it touches through its parameters.
static void use_callee(Builder *b, FuncId callee, const i32 *args, u32 nargs) {
    const Sum *sum = &b->sums[callee];
    if (!sum->own)
        return;
    unite(b->now, sum->own, b->f->row_words);
    for (u32 way = 0; way < WAYS; way++) {
        for (u64 bits = sum->through[way]; bits; bits &= bits - 1) {
            u32 i = (u32)__builtin_ctzll(bits);
            if (i < nargs)
                use(b, args[i], way);
        }
    }
}

typedef struct CallSite {
    Builder *b;
    const i32 *args;
    u32 nargs;
} CallSite;

static void visit_callee(void *arg, FuncId callee) {
    CallSite *c = arg;
    use_callee(c->b, callee, c->args, c->nargs);
}

// A call through a pointer. A parameter that is called stays open: nobody knows here what it is
// called with.
static void use_pointer_call(Builder *b, i32 pointer, const i32 *args, u32 nargs) {
    u64 origin = origin_of_operand(b->f->p, b->origin[b->func], pointer, 0);
    if (b->is_open && !(origin & IS_OTHER)) {
        b->through[CALLS] |= origin;
        return;
    }
    pointsto_of(b->t, b->func, pointer, b->callees);
    pointsto_each_func(b->t, b->callees, visit_callee, &(CallSite){b, args, nargs});
}

static void touch_call(Builder *b, const Insn *in) {
    const Program *p = b->f->p;
    const CallInfo *ci = &p->calls[in->c];
    const i32 *args = p->pool + in->b;
    for (u32 i = 0; i < ci->nvarargs; i++) {
        const VarArg *va = &p->varargs[ci->first_vararg + i];
        if (va->is_byval && va->arg < in->aux)
            use(b, args[va->arg], READS);
    }
    if (in->op == OP_CALL && pointsto_leaves_out(b->f->p, (FuncId)in->a))
        return;
    if (in->op == OP_CALL)
        use_callee(b, (FuncId)in->a, args, in->aux);
    else
        use_pointer_call(b, in->a, args, in->aux);
}

static void touch_trap(Builder *b, const Insn *in) {
    const TrapInfo *trap = &ir_trap_info[in->a];
    const i32 *args = b->f->p->pool + in->b;
    const u8 touched[] = {[READS] = trap->reads, [WRITES] = trap->writes};
    for (u32 way = READS; way <= WRITES; way++) {
        for (u32 i = 0; i < trap->nargs; i++)
            if (touched[way] >> i & 1)
                use(b, args[i], way);
        if (touched[way] & TRAP_DYNAMIC)
            touch_dynamic(b, way);
    }
    if (in->a == TRAP_SPAWN)
        use_pointer_call(b, args[0], args + 1, in->aux - 1u);
    if (in->a == TRAP_INTERRUPTS)
        put(now(b, WRITES), b->f->nlocations);
}

static void touch_insn(Builder *b, const Insn *in) {
    switch (ir_op_info[in->op].effect) {
    case EFFECT_LOAD: use(b, in->a, READS); break;
    case EFFECT_STORE:
        use(b, in->a, WRITES);
        if (in->op == OP_VACOPY)
            use(b, in->b, READS);
        break;
    case EFFECT_RMW:
        use(b, in->a, READS);
        use(b, in->a, WRITES);
        break;
    case EFFECT_BULK:
        use(b, in->a, WRITES);
        if (in->op == OP_MEMCPY)
            use(b, in->b, READS);
        break;
    case EFFECT_ALLOC:
        if (in->op != OP_ALLOCA && in->op != OP_STACKSAVE)
            touch_dynamic(b, WRITES);
        break;
    case EFFECT_CALL: touch_call(b, in); break;
    case EFFECT_RET:
        if (b->has_locals[b->func] || b->t->is_start[b->func])
            touch_dynamic(b, WRITES);
        break;
    case EFFECT_TRAP: touch_trap(b, in); break;
    default: break;
    }
}

// ---- properties of functions --------------------------------------------------------------------

typedef struct MarkSearch {
    const Builder *b;
    bool is_found;
} MarkSearch;

static void visit_marker(void *arg, FuncId callee) {
    MarkSearch *m = arg;
    m->is_found |= m->b->makes_marks[callee];
}

// The instruction calls a function that leaves a mark in its caller.
static bool calls_marker(const Builder *b, FuncId f, const Insn *in) {
    MarkSearch m = {b, false};
    if (in->op == OP_CALL)
        visit_marker(&m, (FuncId)in->a);
    if (in->op == OP_CALLI) {
        pointsto_of(b->t, f, in->a, b->callees);
        pointsto_each_func(b->t, b->callees, visit_marker, &m);
    }
    return m.is_found;
}

static void look_for_marks(Builder *b) {
    const Program *p = b->f->p;
    for (FuncId f = 0; f < p->nfuncs; f++)
        for (Pc pc = p->funcs[f].start; pc < p->funcs[f].end; pc++)
            b->makes_marks[f] |= p->code[pc].op == OP_TRAP && p->code[pc].a == TRAP_MARK;
}

static void look_at_function(Builder *b, FuncId f) {
    const Program *p = b->f->p;
    const Function *fn = &p->funcs[f];
    b->has_locals[f] = fn->is_variadic;
    b->is_loose[f] = b->makes_marks[f];
    for (Pc pc = fn->start; pc < fn->end; pc++) {
        const Insn *in = &p->code[pc];
        bool is_marked = calls_marker(b, f, in);
        b->has_locals[f] |= is_marked || in->op == OP_ALLOCA;
        b->is_loose[f] |= is_marked || in->op == OP_IJMP;
    }
}

// ---- sums ---------------------------------------------------------------------------------------

static void begin(Builder *b, FuncId f, bool is_open) {
    b->func = f;
    b->is_open = is_open;
    memset(b->through, 0, sizeof b->through);
    memset(b->now, 0, b->f->row_words * sizeof *b->now);
}

// What the instruction adds to a sum may have changed since the last round.
static bool is_worth_a_look(const Builder *b, const Insn *in, u32 round) {
    if (round == 0 || in->op == OP_CALLI)
        return true;
    if (in->op != OP_CALL)
        return in->op == OP_TRAP && in->a == TRAP_SPAWN;
    const Sum *callee = &b->sums[in->a];
    return callee->grown + 1 >= round || callee->through[CALLS];
}

// Adds to the sum of f what its code touches, as far as that is known of its callees by now. True
// if it grew.
static bool update_sum(Builder *b, FuncId f, u32 round) {
    const Program *p = b->f->p;
    const Function *fn = &p->funcs[f];
    Sum *sum = &b->sums[f];
    begin(b, f, true);
    for (Pc pc = fn->start; pc < fn->end; pc++)
        if (is_worth_a_look(b, &p->code[pc], round))
            touch_insn(b, &p->code[pc]);
    bool has_grown = unite(sum->own, b->now, b->f->row_words);
    has_grown |= unite(sum->through, b->through, WAYS);

    begin(b, f, false);
    for (u32 way = 0; way < WAYS; way++)
        for (u64 bits = sum->through[way]; bits; bits &= bits - 1)
            use(b, __builtin_ctzll(bits), way);
    unite(b->now, sum->own, b->f->row_words);
    has_grown |= unite(sum->all, b->now, b->f->row_words);
    sum->grown = has_grown ? round : sum->grown;
    return has_grown;
}

static void sum_up(Builder *b) {
    const PointsTo *t = b->t;
    u32 row = b->f->row_words;
    b->sum_words = mem_zalloc(((size_t)t->nreached * 2 * row + 1) * sizeof(u64));
    for (u32 i = 0; i < t->nreached; i++) {
        Sum *sum = &b->sums[t->reached[i]];
        sum->own = b->sum_words + (size_t)i * 2 * row;
        sum->all = sum->own + row;
    }
    bool has_grown = true;
    for (u32 round = 0; has_grown; round++) { // callees were mostly found after their callers
        has_grown = false;
        for (u32 i = t->nreached; i-- > 0;)
            has_grown |= update_sum(b, t->reached[i], round);
    }
}

// ---- rows ---------------------------------------------------------------------------------------

static u64 *row_at(const Future *f, u32 row) { return f->rows + (size_t)row * f->row_words; }

static u32 add_row(Future *f, const u64 *row) {
    VEC_RESERVE(f->rows, f->rows_len, f->rows_cap, f->row_words);
    memcpy(f->rows + f->rows_len, row, f->row_words * sizeof *row);
    f->rows_len += f->row_words;
    return f->nrows++;
}

static u64 row_hash(const Future *f, const u64 *row) {
    return hash_bytes(row, f->row_words * sizeof *row, 0);
}

static u32 intern(Builder *b, const u64 *row) {
    size_t bytes = b->f->row_words * sizeof *row;
    if (memcmp(row, row_at(b->f, 0), bytes) == 0)
        return 0;
    for (u64 hash = row_hash(b->f, row);; hash++) {
        u32 *number = table_add(&b->table, hash, PLAIN_KEY);
        if (!*number)
            *number = add_row(b->f, row);
        if (memcmp(row, row_at(b->f, *number), bytes) == 0)
            return *number;
    }
}

// ---- inside a function --------------------------------------------------------------------------

static void find_blocks(Builder *b, FuncId f) {
    const Program *p = b->f->p;
    const Function *fn = &p->funcs[f];
    for (Pc pc = fn->start; pc < fn->end; pc++) {
        const Insn *in = &p->code[pc];
        u32 ntargets = insn_ntargets(in);
        for (u32 i = 0; i < ntargets; i++)
            b->is_leader[insn_target(p, in, i)] = true;
        b->is_leader[pc + 1] |= !insn_falls_through(in);
    }
    b->is_leader[fn->start] = true;
    b->nblocks = 0;
    for (Pc pc = fn->start; pc < fn->end; pc++)
        if (b->is_leader[pc])
            VEC_PUSH(b->blocks, b->nblocks, b->blocks_cap) = pc;
    VEC_RESERVE(b->blocks, b->nblocks, b->blocks_cap, 1);
    b->blocks[b->nblocks] = fn->end;
    b->in_len = 0;
    VEC_RESERVE(b->in, b->in_len, b->in_cap, b->nblocks * b->f->row_words);
    memset(b->in, 0, (size_t)b->nblocks * b->f->row_words * sizeof *b->in);
}

static u64 *block_at(Builder *b, Pc pc) {
    u32 low = 0, high = b->nblocks;
    while (high - low > 1) {
        u32 middle = low + (high - low) / 2;
        if (b->blocks[middle] <= pc)
            low = middle;
        else
            high = middle;
    }
    ENSURE(b->blocks[low] == pc);
    return b->in + (size_t)low * b->f->row_words;
}

// Adds what can be touched after the end of the block to its row.
static bool add_successors(Builder *b, u32 block, u64 *row) {
    const Insn *last = &b->f->p->code[b->blocks[block + 1] - 1];
    u32 words = b->f->row_words, ntargets = insn_ntargets(last);
    bool has_grown = false;
    for (u32 i = 0; i < ntargets; i++)
        has_grown |= unite(row, block_at(b, insn_target(b->f->p, last, i)), words);
    if (insn_falls_through(last) && block + 1 < b->nblocks)
        has_grown |= unite(row, b->in + (size_t)(block + 1) * words, words);
    return has_grown;
}

static void solve_blocks(Builder *b, FuncId f) {
    u32 words = b->f->row_words;
    for (u32 i = 0; i < b->nblocks; i++) {
        begin(b, f, false);
        for (Pc pc = b->blocks[i]; pc < b->blocks[i + 1]; pc++)
            touch_insn(b, &b->f->p->code[pc]);
        memcpy(b->in + (size_t)i * words, b->now, words * sizeof *b->now);
    }
    bool has_grown = true;
    while (has_grown) {
        has_grown = false;
        for (u32 i = b->nblocks; i-- > 0;)
            has_grown |= add_successors(b, i, b->in + (size_t)i * words);
    }
}

static void row_block(Builder *b, FuncId f, u32 block) {
    const Program *p = b->f->p;
    begin(b, f, false);
    add_successors(b, block, b->now);
    u32 row = intern(b, b->now);
    for (Pc pc = b->blocks[block + 1]; pc-- > b->blocks[block];) {
        if (ir_op_info[p->code[pc].op].effect != EFFECT_PURE) {
            touch_insn(b, &p->code[pc]);
            if (memcmp(b->now, row_at(b->f, row), b->f->row_words * sizeof *b->now) != 0)
                row = intern(b, b->now);
        }
        b->f->row_of[pc] = row;
    }
}

static void row_function(Builder *b, FuncId f) {
    const Function *fn = &b->f->p->funcs[f];
    if (b->is_loose[f]) {
        u32 row = intern(b, b->sums[f].all);
        for (Pc pc = fn->start; pc < fn->end; pc++)
            b->f->row_of[pc] = row;
        return;
    }
    find_blocks(b, f);
    solve_blocks(b, f);
    for (u32 i = 0; i < b->nblocks; i++)
        row_block(b, f, i);
}

// ---- the door -----------------------------------------------------------------------------------

static void locate_objects(Future *f, const PointsTo *t) {
    u32 fixed = program_first_dynamic(f->p);
    f->nlocations = t->nglobals + 1;
    f->words = (f->nlocations + 1 + 63) / 64;
    f->row_words = 2 * f->words;
    f->location = mem_alloc(fixed * sizeof *f->location);
    for (ObjId id = 0; id < fixed; id++) {
        u32 object = t->object_of[id];
        f->location[id] = object < t->nglobals      ? object
                          : object < t->first_const ? t->nglobals
                                                    : FUTURE_NOWHERE;
    }
}

static void builder_done(Builder *b) {
    const Program *p = b->f->p;
    for (FuncId f = 0; f < p->nfuncs; f++)
        if (b->origin[f])
            mem_free(b->origin[f], (p->funcs[f].ncells + 1) * sizeof(u64));
    if (b->sum_words)
        mem_free(b->sum_words, ((size_t)b->t->nreached * 2 * b->f->row_words + 1) * sizeof(u64));
    mem_free(b->makes_marks, p->nfuncs + 1);
    mem_free(b->is_loose, p->nfuncs + 1);
    mem_free(b->has_locals, p->nfuncs + 1);
    mem_free(b->origin, (p->nfuncs + 1) * sizeof *b->origin);
    mem_free(b->sums, (p->nfuncs + 1) * sizeof *b->sums);
    mem_free(b->is_leader, p->ncode + 1);
    mem_free(b->now, b->f->row_words * sizeof *b->now);
    mem_free(b->objects, 2 * b->t->words * sizeof *b->objects);
    table_done(&b->table);
    VEC_FREE(b->blocks, b->blocks_cap);
    VEC_FREE(b->in, b->in_cap);
    pointsto_free(b->t);
}

static void builder_begin(Builder *b, Future *f) {
    const Program *p = f->p;
    b->f = f;
    b->t = pointsto_new(p);
    locate_objects(f, b->t);
    b->makes_marks = mem_zalloc(p->nfuncs + 1);
    b->is_loose = mem_zalloc(p->nfuncs + 1);
    b->has_locals = mem_zalloc(p->nfuncs + 1);
    b->origin = mem_zalloc((p->nfuncs + 1) * sizeof *b->origin);
    b->sums = mem_zalloc((p->nfuncs + 1) * sizeof *b->sums);
    b->is_leader = mem_zalloc(p->ncode + 1);
    b->now = mem_zalloc(f->row_words * sizeof *b->now);
    b->objects = mem_zalloc(2 * b->t->words * sizeof *b->objects);
    b->callees = b->objects + b->t->words;
}

static void look_ahead(Builder *b) {
    look_for_marks(b);
    for (u32 i = 0; i < b->t->nreached; i++) {
        look_at_function(b, b->t->reached[i]);
        find_origins(b, b->t->reached[i]);
    }
    sum_up(b);
    for (u32 i = 0; i < b->t->nreached; i++)
        row_function(b, b->t->reached[i]);
}

Future *future_new(const Program *p) {
    Future *f = mem_zalloc(sizeof *f);
    Builder b = {0};
    f->p = p;
    builder_begin(&b, f);
    add_row(f, b.now);
    memset(b.now, 0xff, f->row_words * sizeof *b.now);
    *table_add(&b.table, row_hash(f, b.now), PLAIN_KEY) = add_row(f, b.now);
    f->row_of = mem_alloc((p->ncode + 1) * sizeof *f->row_of);
    for (Pc pc = 0; pc <= p->ncode; pc++)
        f->row_of[pc] = 1; // code that nothing reaches: whoever comes there may do anything
    if (!b.t->has_given_up)
        look_ahead(&b);
    builder_done(&b);
    return f;
}

void future_free(Future *f) {
    if (!f)
        return;
    mem_free(f->location, program_first_dynamic(f->p) * sizeof *f->location);
    mem_free(f->row_of, (f->p->ncode + 1) * sizeof *f->row_of);
    VEC_FREE(f->rows, f->rows_cap);
    mem_free(f, sizeof *f);
}

u32 future_words(const Future *f) { return f->words; }

u32 future_location(const Future *f, ObjId id) {
    return id < program_first_dynamic(f->p) ? f->location[id] : f->nlocations - 1;
}

const u64 *future_of(const Future *f, FuncId func, Pc pc) {
    // A call that never returns may be the last instruction of its function; but longjmp may come
    // back to the frame.
    Pc end = f->p->funcs[func].end;
    return row_at(f, f->row_of[pc < end ? pc : end - 1]);
}

bool future_interrupts(const Future *f, FuncId func, Pc pc) {
    const u64 *writes = future_of(f, func, pc) + f->words;
    return writes[f->nlocations / 64] >> (f->nlocations % 64) & 1;
}
