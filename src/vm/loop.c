// SPDX-License-Identifier: Apache-2.0
// The interpreter loop: runs one thread from one scheduling point to the next.
//
// A step begins at the operation before which the thread stands. The first visible operation of a
// step is executed (credit), the second one ends the step before it happens. Inside an atomic
// section that has begun nothing ends the step but a choice, a wait or a very long loop. A loop
// without visible operations ends the step after LOOP_LIMIT turns, so that a program that runs for
// ever without doing anything comes back to a state that was seen. Recursion has no turns: it ends
// the step at a call after LONG_STEP instructions, so that somebody can look at the clock.
//
// SOUND: an operation that is not visible accesses only what no other thread can reach, so it
// commutes with everything that other threads do, and no property depends on when it happens. What
// ends a run (a fault, an assumption that does not hold) does not commute: it gets a step of its
// own.
#include "vm/vm_int.h"

#include <string.h>

enum { LOOP_LIMIT = 1 << 14 };
enum { LONG_STEP = 1 << 22 };    // instructions
enum { GROWTH_LIMIT = 1 << 24 }; // bytes: a loop that has made so much memory ends the step too
enum { PASS_LIMIT = 1 << 16 };   // visible operations that a step may do beyond its first
// turns of a loop with such operations: it may be waiting for another thread
enum { PASS_TURNS = 1 << 10 };
enum { OPS_PER_WIDTH = OP_ADD16 - OP_ADD8 };

// The 64-bit operation of the same row group, and the width.
static Op wide_op(Op op, u32 *width) {
    ENSURE(op >= OP_ADD8 && op <= OP_SLE64);
    u32 i = (op - OP_ADD8) / OPS_PER_WIDTH;
    *width = 8u << i;
    return (op - OP_ADD8) % OPS_PER_WIDTH + OP_ADD64;
}

// What comes of a signed operation that overflows, where it wraps.
static Cell wrapped(Op op, u64 a, u64 b) {
    u32 width;
    Op wide = wide_op(op, &width);
    ENSURE(wide == OP_ADD64 || wide == OP_SUB64 || wide == OP_MUL64);
    u64 r = wide == OP_ADD64 ? a + b : wide == OP_SUB64 ? a - b : a * b;
    return cell_number(width == 64 ? r : r & ((UINT64_C(1) << width) - 1));
}

// What is left of a number that is shifted by as many bits as it has, or more.
static u64 shifted_out(Vm *vm) {
    vm->bounds_met |= 1u << BOUND_SHIFT;
    return 0;
}

// Plain addition does not do for it. It does for globals and for numbers, which most are.
static inline bool moves_slowly(const Vm *vm, const Cell *p) {
    return p->tag >= vm->first_dynamic && (cell_spreads(*p) || obj_is_value(vm, p->tag));
}

// Whether a trap reads or writes memory through an argument that is an unknown value: it must be a
// number first. No trap takes a pointer with an unknown offset.
static bool leads_nowhere(Vm *vm, u32 trap, u32 i, Cell c) {
    const TrapInfo *info = &ir_trap_info[trap];
    CellKind kind = cell_kind(vm, c);
    bool is_memory = ((info->reads | info->writes) & ~TRAP_DYNAMIC) >> i & 1;
    return kind == CELL_SPOT || (is_memory && kind == CELL_UNKNOWN);
}

// A jump backwards is counted by who wants to know of loops.
static void note_turn(Vm *vm, const Thread *t, Pc from, Pc to) {
    ENSURE(to <= from);
    VEC_PUSH(vm->step.turns, vm->step.nturns, vm->turns_cap) =
        (Turn){.from = from, .to = to, .thread = (ThreadId)(t - vm->threads), .frame = t->nframes};
}

// Whether the thread has jumped there before in this step.
static bool closes_loop(Vm *vm, Pc to) {
    ENSURE(vm->stamps && to < vm->program->ncode);
    bool closes = vm->stamps[to] == vm->stamp;
    vm->stamps[to] = vm->stamp;
    return closes;
}

// A linear scan is enough: switches have few cases, and states are dear, not instructions.
static Pc switch_target(const Program *p, const Insn *in, u64 v) {
    CHECK(in->op == OP_SWITCH && (u32)in->b + 2u * in->aux <= p->npool);
    const i32 *pair = p->pool + in->b;
    for (u32 i = 0; i < in->aux; i++, pair += 2)
        if (p->consts[~pair[0]].v == v)
            return (Pc)pair[1];
    return (Pc)in->c;
}

// A pointer differs from every case: those are numbers that no object has for its address.
// (Optimisers make a switch of p == NULL || p == (void *)-1.)
static bool is_certain_default(const Vm *vm, const Insn *in, const Cell *a) {
    ENSURE(!cell_is_number(*a));
    const Program *p = vm->program;
    const i32 *pair = p->pool + in->b;
    if (a->part || cell_kind(vm, *a) != CELL_POINTER)
        return false;
    u64 last_page = ptr_mask(vm) - 4095;
    for (u32 i = 0; i < in->aux; i++, pair += 2)
        if (p->consts[~pair[0]].v >= 4096 && p->consts[~pair[0]].v < last_page)
            return false;
    return true;
}

// A register that is the address of something becomes a pointer to it.
static void resolve_register(Vm *vm, Cell *fp, i32 operand) {
    if (operand >= 0)
        address_make_pointer(vm, &fp[operand]);
}

static void resolve_bulk(Vm *vm, Cell *fp, const Insn *in) {
    ENSURE(in->op == OP_MEMCPY || in->op == OP_MEMSET);
    resolve_register(vm, fp, in->a);
    if (in->op == OP_MEMCPY)
        resolve_register(vm, fp, in->b);
}

static void resolve_arguments(Vm *vm, Cell *fp, const Insn *in, u32 plain) {
    ENSURE(in->op == OP_TRAP);
    for (u32 i = 0; i < in->aux && i < 8; i++)
        if (!(plain >> i & 1))
            resolve_register(vm, fp, vm->program->pool[in->b + (i32)i]);
}

// Others may look at a local for the last time just before it ends.
static bool locals_are_visible(const Vm *vm, const Thread *t, u32 from) {
    ENSURE(from <= t->nlocals);
    for (u32 i = from; i < t->nlocals; i++)
        if (obj_dyn(vm, t->locals[i])->is_visible)
            return true;
    return false;
}

// Before each instruction: what the loop keeps in variables is what the thread says.
#define CHECK_STANDING()                                                                           \
    CHECK(f == &t->frames[t->nframes - 1] && fp == t->cells + f->base &&                           \
          ip >= code + program->funcs[f->func].start && ip < code + program->funcs[f->func].end)
#ifdef HEDDLE_SWITCH_DISPATCH
#define CASE(name) case OP_##name:
#define DISPATCH() goto dispatch
#else
#define CASE(name) L_##name:
#define DISPATCH()                                                                                 \
    do {                                                                                           \
        CHECK_STANDING();                                                                          \
        executed++;                                                                                \
        goto *table[ip->op];                                                                       \
    } while (0)
#endif
#ifdef HEDDLE_SWITCH_DISPATCH
#define RUN_AGAIN() goto run
#else
#define RUN_AGAIN() goto *direct[ip->op]
#endif
#define NEXT()                                                                                     \
    do {                                                                                           \
        ip++;                                                                                      \
        DISPATCH();                                                                                \
    } while (0)
#define R(o) ((o) >= 0 ? (const Cell *)fp + (o) : consts + ~(o))
#define SYNC() (f->pc = (Pc)(ip - code))
// Before a visible operation: ends the step if it has had its one, unless the reduction lets it
// pass. What begins an atomic section does not pass, since nothing is known of the operations that
// follow in it. For data races a thread must stand at each access before it makes it, so that
// others can be compared with it. A new thread stops at its first one.
#define POINT(passes)                                                                              \
    do {                                                                                           \
        if (!t->in_atomic) {                                                                       \
            bool is_free_ = (passes) || (passes_alone && vm->nthreads == 1);                       \
            bool stops_ = !credit && (!has_credit || !is_free_ || ++passed > PASS_LIMIT);          \
            if ((stops_ || (checks_races && executed > 1)) && !length)                             \
                goto stop_before;                                                                  \
            if (!credit && vm->nthreads > 1 && turns > PASS_TURNS && !length)                      \
                turns = PASS_TURNS;                                                                \
            if (credit)                                                                            \
                spent = executed;                                                                  \
            credit = false;                                                                        \
            if (t->masks && !is_repeating) {                                                       \
                t->in_atomic = true;                                                               \
                vm->atomic_thread = id;                                                            \
            }                                                                                      \
        }                                                                                          \
        is_release = false;                                                                        \
    } while (0)
// Before the first piece of an access, if others can see several (has_ways): which way they go is a
// choice, and begins a step. A replay gets none where the reduction let all pass. A thread may
// stand there without one, if it was not known how far the access goes: then it does nothing but
// come to its choice. A new thread stops there in any case, since a replay does not know how far it
// has come. (A witness, for which others see all, takes the choices that were made.)
#define WAY(has_ways, passes)                                                                      \
    do {                                                                                           \
        bool is_chosen_ = has_way && executed == 1;                                                \
        t->is_downward = is_chosen_ && choice != 0;                                                \
        if ((has_ways) && !is_chosen_ && !is_repeating) {                                          \
            if (executed == 1)                                                                     \
                goto choose_way;                                                                   \
            if (!length && (!has_credit || (!(passes) && !(passes_alone && vm->nthreads == 1))))   \
                goto stop_before;                                                                  \
        }                                                                                          \
    } while (0)
// Finds place and off for an access of n bytes at cell p plus the immediate c. One that others can
// see and that `tears` goes in pieces instead.
#define ACCESS(p, c, n) ACCESS_UNLESS(false, p, c, n)
#define ACCESS_UNLESS(tears, p, c, n)                                                              \
    do {                                                                                           \
        u64 o_ = ((p)->v + (u64)(i64)(c)) & address_mask;                                          \
        if ((p)->tag >= first_dynamic) {                                                           \
            u32 i_ = (p)->tag - first_dynamic;                                                     \
            if (UNLIKELY(i_ >= vm->ndyn))                                                          \
                goto bad_access;                                                                   \
            place = &vm->dyn[i_];                                                                  \
            /* an unknown value has bytes, too, but no memory */                                   \
            if (UNLIKELY(o_ > place->size || (n) > place->size - o_ || (p)->part ||                \
                         place->kind >= OBJ_UNKNOWN))                                              \
                goto bad_access;                                                                   \
            off = (u32)o_;                                                                         \
        } else {                                                                                   \
            const ObjRef *r_ = &vm->fixed[(p)->tag];                                               \
            if (UNLIKELY(o_ > r_->size || (n) > r_->size - o_ || (p)->part))                       \
                goto bad_access;                                                                   \
            place = &vm->places[r_->place];                                                        \
            off = (u32)o_ + r_->offset;                                                            \
        }                                                                                          \
        step_depends_on(vm, place);                                                                \
        if (place->is_visible) {                                                                   \
            if (UNLIKELY(tears))                                                                   \
                goto torn;                                                                         \
            bool passes_ = false;                                                                  \
            if (watches) {                                                                         \
                Access a_ = visible_access_of(ip, place, (p)->tag, off, (n));                      \
                passes_ = (visible_asks(vm, t, &a_) && !t->masks) || is_release;                   \
            }                                                                                      \
            POINT(passes_);                                                                        \
            if (watches) {                                                                         \
                Access a_ = visible_access_of(ip, place, (p)->tag, off, (n));                      \
                visible_record(vm, &a_);                                                           \
            }                                                                                      \
            if (UNLIKELY(scratch->nrivals) && race_access(vm, t, ip, place, (p)->tag, off, (n)))   \
                goto raced;                                                                        \
        }                                                                                          \
        if (UNLIKELY(tracks) && before_access(vm, t, ip, place, (p)->tag, off, (n)))               \
            goto raced;                                                                            \
    } while (0)
#define JUMP(target)                                                                               \
    do {                                                                                           \
        const Insn *to = (target);                                                                 \
        if (UNLIKELY(grain == GRAIN_BRANCHES) && executed > 1 && !t->in_atomic)                    \
            goto stop_before;                                                                      \
        bool closes_ =                                                                             \
            UNLIKELY(grain == GRAIN_LOOPS) && closes_loop(vm, (Pc)(to - code)) && !t->in_atomic;   \
        if (UNLIKELY(counts) && to <= ip)                                                          \
            note_turn(vm, t, (Pc)(ip - code), (Pc)(to - code));                                    \
        bool ends_ =                                                                               \
            closes_ || (to <= ip && (--turns == 0 || (vm->step.grown > GROWTH_LIMIT && !length))); \
        ip = to;                                                                                   \
        if (UNLIKELY(ends_))                                                                       \
            goto jumped;                                                                           \
        DISPATCH();                                                                                \
    } while (0)
#define BRANCH()                                                                                   \
    do {                                                                                           \
        const Cell *a = R(ip->a);                                                                  \
        if (UNLIKELY(!cell_is_number(*a))) {                                                       \
            SYNC();                                                                                \
            bool is_true_;                                                                         \
            slow = arith_truth(vm, *a, 1, false, &is_true_);                                       \
            if (slow != SLOW_OK)                                                                   \
                goto slow_end;                                                                     \
            JUMP(code + (is_true_ ? ip->b : ip->c));                                               \
        }                                                                                          \
        JUMP(code + (a->v & 1 ? ip->b : ip->c));                                                   \
    } while (0)
#define BINARY(expr)                                                                               \
    do {                                                                                           \
        const Cell *a = R(ip->a), *b = R(ip->b);                                                   \
        if (UNLIKELY(!cells_are_numbers(*a, *b)))                                                  \
            goto tagged;                                                                           \
        fp[ip->dst] = cell_number(expr);                                                           \
        NEXT();                                                                                    \
    } while (0)
#define CHECKED(W, builtin, expr)                                                                  \
    do {                                                                                           \
        const Cell *a = R(ip->a), *b = R(ip->b);                                                   \
        if (UNLIKELY(!cells_are_numbers(*a, *b)))                                                  \
            goto tagged;                                                                           \
        int##W##_t r_;                                                                             \
        if (UNLIKELY(checks_overflow) && (ip->aux & 1) &&                                          \
            builtin((int##W##_t)a->v, (int##W##_t)b->v, &r_))                                      \
            goto overflowed;                                                                       \
        fp[ip->dst] = cell_number((uint##W##_t)(expr));                                            \
        NEXT();                                                                                    \
    } while (0)
#define DIVIDE(expr)                                                                               \
    do {                                                                                           \
        const Cell *a = R(ip->a), *b = R(ip->b);                                                   \
        if (UNLIKELY(!cells_are_numbers(*a, *b)))                                                  \
            goto tagged;                                                                           \
        if (UNLIKELY(b->v == 0))                                                                   \
            goto zero_division;                                                                    \
        fp[ip->dst] = cell_number(expr);                                                           \
        NEXT();                                                                                    \
    } while (0)
// The smallest number divided by -1 does not fit: the processor traps as it does for a division by
// zero.
#define SDIVIDE(W, expr)                                                                           \
    do {                                                                                           \
        const Cell *a = R(ip->a), *b = R(ip->b);                                                   \
        if (UNLIKELY(!cells_are_numbers(*a, *b)))                                                  \
            goto tagged;                                                                           \
        if (UNLIKELY(b->v == 0))                                                                   \
            goto zero_division;                                                                    \
        int##W##_t x = (int##W##_t)a->v, y = (int##W##_t)b->v;                                     \
        if (UNLIKELY(y == -1 && x == INT##W##_MIN))                                                \
            goto divide_error;                                                                     \
        fp[ip->dst] = cell_number((uint##W##_t)(expr));                                            \
        NEXT();                                                                                    \
    } while (0)
#define INT_CASES(W)                                                                               \
    CASE(ADD##W) CHECKED(W, __builtin_add_overflow, a->v + b->v);                                  \
    CASE(SUB##W) CHECKED(W, __builtin_sub_overflow, a->v - b->v);                                  \
    CASE(MUL##W) CHECKED(W, __builtin_mul_overflow, a->v * b->v);                                  \
    CASE(UDIV##W) DIVIDE(a->v / b->v);                                                             \
    CASE(SDIV##W) SDIVIDE(W, x / y);                                                               \
    CASE(UREM##W) DIVIDE(a->v % b->v);                                                             \
    CASE(SREM##W) SDIVIDE(W, x % y);                                                               \
    CASE(AND##W) BINARY(a->v & b->v);                                                              \
    CASE(OR##W) BINARY(a->v | b->v);                                                               \
    CASE(XOR##W) BINARY(a->v ^ b->v);                                                              \
    CASE(SHL##W) BINARY(b->v < W ? (uint##W##_t)(a->v << b->v) : shifted_out(vm));                 \
    CASE(LSHR##W) BINARY(b->v < W ? a->v >> b->v : shifted_out(vm));                               \
    CASE(ASHR##W)                                                                                  \
    BINARY((uint##W##_t)((int##W##_t)a->v >> (b->v < W ? b->v : W - 1 + shifted_out(vm))));        \
    CASE(EQ##W) BINARY(a->v == b->v);                                                              \
    CASE(NE##W) BINARY(a->v != b->v);                                                              \
    CASE(ULT##W) BINARY(a->v < b->v);                                                              \
    CASE(ULE##W) BINARY(a->v <= b->v);                                                             \
    CASE(SLT##W) BINARY((int##W##_t)a->v < (int##W##_t)b->v);                                      \
    CASE(SLE##W) BINARY((int##W##_t)a->v <= (int##W##_t)b->v);
// Plain accesses of so many bytes that are not aligned, and those of LOADN and STOREN.
#define TEARS(n) ((n) > 1 && (off & ((n) - 1)) && !(ip->aux & MEM_ATOMIC) && !t->masks)
#define TEARS_N (!(ip->aux & MEM_ATOMIC) && !t->masks)
#define LOAD_CASE(name, n, tears)                                                                  \
    CASE(name) {                                                                                   \
        const Cell *p = R(ip->a);                                                                  \
        ACCESS_UNLESS(tears, p, ip->c, (u32)(n));                                                  \
        Cell *d = &fp[ip->dst];                                                                    \
        memory_load(vm, place, off, (n), d);                                                       \
        if (UNLIKELY(cell_is_unwritten(*d)) && (ip->aux & MEM_BITFIELD))                           \
            *d = cell_number(d->v);                                                                \
        NEXT();                                                                                    \
    }
#define STORE_CASE(name, n, tears)                                                                 \
    CASE(name) {                                                                                   \
        const Cell *p = R(ip->a), *v = R(ip->b);                                                   \
        ACCESS_UNLESS(tears, p, ip->c, (u32)(n));                                                  \
        if (UNLIKELY(place->kind == OBJ_CONST))                                                    \
            goto bad_access;                                                                       \
        memory_store(vm, place, off, (n), v);                                                      \
        NEXT();                                                                                    \
    }

RunEnd loop_run(Vm *vm, ThreadId id, u32 choice, bool has_credit, u64 length) {
    const Program *const program = vm->program;
    const Insn *const code = program->code;
    const Cell *const consts = program->consts;
    const ObjId first_dynamic = vm->first_dynamic;
    const bool counts = vm->options.record_turns;
    const u64 address_mask = ptr_mask(vm);
    const bool checks_overflow = vm->options.check_overflow;
    const bool checks_races = vm->options.check_races;
    const bool tracks = vm->before && checks_races;
    const bool is_repeating = vm->repeated != NULL;
    const bool watches = vm->options.passes || vm->options.record_accesses || is_repeating;
    const bool passes_alone = vm->options.passes_alone;
    const bool has_addresses = vm->options.addressed != 0;
    const Grain grain = length ? GRAIN_VISIBLE : vm->options.grain;
    const Scratch *const scratch = vm->scratch;
    Thread *const t = thread_live(vm, id);
    Frame *f = &t->frames[t->nframes - 1];
    Cell *fp = t->cells + f->base;
    const Insn *ip = code + f->pc;
    // The rest of an atomic section is not the operation of the step: what follows it is a
    // scheduling point.
    bool credit = has_credit && !t->in_atomic, is_first = true;
    bool has_choice = t->pend.kind == PEND_CHOOSE, has_waited = t->pend.kind == PEND_WAIT;
    const bool has_way = t->pend.kind == PEND_PIECES;
    bool is_release = false; // the section that begins now only releases a lock, and passes
    u32 release_frames = 0;  // is_release: how many frames there were when it began
    u32 turns = length ? UINT32_MAX : LOOP_LIMIT, passed = 0;
    const u64 last = length == EXACTLY_NONE ? 0 : length;
    vm->relies = false;
    u64 executed = 0, spent = 0; // instructions begun; the one that used the credit
    u64 pieces = 0;
    Place *place = NULL;
    u32 off = 0;
    RunEnd end = RUN_POINT;
    Slow slow = SLOW_OK;
    // Between two pieces of a load or a store. (Others may have lost sight of the object since.)
    bool is_midway =
        (t->bulk_done || t->has_bulk_value) && ir_op_info[ip->op].effect != EFFECT_BULK;
    // A register that was an address and is the pointer that it stands for, for the instruction at
    // resolved_ip only: if that does not happen now, others may change what lies there.
    const Insn *resolved_ip = NULL;
    Cell unresolved = {0};
    const bool is_hooked =
        grain == GRAIN_INSTRUCTIONS || vm->watch || length || is_midway || vm->covered;

    vm->stamp++;
    vm->step.grown = 0;
    vm->covered_last = PC_NONE;
    ENSURE(id == vm->running && !t->is_new && f->pc < program->ncode);
    t->is_changed = true;
    if (pend_has_value(t->pend.kind) && !ask_settle(vm, &t->pend, choice, &end))
        goto counted;
    if (checks_races && pend_has_value(t->pend.kind))
        credit = false;
    t->pend = (Pending){.kind = PEND_READY};

    // clang-format off: it takes CASE for a call
#ifdef HEDDLE_SWITCH_DISPATCH
dispatch:
    CHECK_STANDING();
    executed++;
    if (is_hooked)
        goto hook;
run:
    switch ((Op)ip->op) {
    case OP_COUNT:
        goto out;
#else
    static const void *const direct[OP_COUNT] = {
#define OP(name, dst, a, b, c, effect) &&L_##name,
#include "ir/ops.def"
#undef OP
    };
    static const void *const hooked[OP_COUNT] = {
#define OP(name, dst, a, b, c, effect) &&hook,
#include "ir/ops.def"
#undef OP
    };
    const void *const *const table = is_hooked ? hooked : direct;
    DISPATCH();
#endif

    CASE(NOP) NEXT();
    CASE(FENCE) {
        if (UNLIKELY(tracks))
            before_fence(vm, t, ip->aux);
        NEXT();
    }
    CASE(MOV) {
        fp[ip->dst] = *R(ip->a);
        NEXT();
    }
    CASE(MOVN) {
        const Cell *a = R(ip->a);
        memmove(fp + ip->dst, a, ip->aux * sizeof *a);
        NEXT();
    }
    INT_CASES(8)
    INT_CASES(16)
    INT_CASES(32)
    INT_CASES(64)
    CASE(TRUNC) {
        const Cell *a = R(ip->a);
        if (UNLIKELY(!cell_is_number(*a))) {
            SYNC();
            slow = arith_trunc(vm, *a, (u32)ip->c, &fp[ip->dst]);
            if (slow != SLOW_OK)
                goto slow_end;
            NEXT();
        }
        fp[ip->dst] = cell_number(ip->c >= 64 ? a->v : a->v & ((1ull << ip->c) - 1));
        NEXT();
    }
    CASE(SEXT) {
        const Cell *a = R(ip->a);
        if (UNLIKELY(!cell_is_number(*a))) {
            SYNC();
            slow = arith_extended(vm, *a, (u32)ip->b, (u32)ip->c, &fp[ip->dst]);
            if (slow != SLOW_OK)
                goto slow_end;
            NEXT();
        }
        fp[ip->dst] = cell_number(arith_sign_extend(a->v, (u32)ip->b, (u32)ip->c));
        NEXT();
    }
    CASE(SELECT) {
        const Cell *a = R(ip->a);
        if (UNLIKELY(!cell_is_number(*a))) {
            SYNC();
            slow = arith_selected(vm, *a, R(ip->b), R(ip->c), ip->aux, &fp[ip->dst]);
            if (slow != SLOW_OK)
                goto slow_end;
            NEXT();
        }
        const Cell *from = a->v & 1 ? R(ip->b) : R(ip->c);
        memmove(fp + ip->dst, from, ip->aux * sizeof *from);
        NEXT();
    }
    CASE(ARITH128) CASE(CMP128) CASE(SEXT128) CASE(SEXTHI) CASE(MASKHI)
    CASE(FADD) CASE(FSUB) CASE(FMUL) CASE(FDIV) CASE(FREM) CASE(FNEG) CASE(FCMP) CASE(FMATH)
    CASE(FADD80) CASE(FSUB80) CASE(FMUL80) CASE(FDIV80) CASE(FREM80)
    CASE(FNEG80) CASE(FCMP80) CASE(FMATH80) CASE(FMA) CASE(FMA80) CASE(FCVT) CASE(FTO80)
    CASE(FFROM80) CASE(FTOI) CASE(FTOI80) CASE(FTOI128) CASE(ITOF) CASE(ITOF80) CASE(I128TOF)
    CASE(BITFN) CASE(BITFN128) CASE(FUNNEL) CASE(OVF) CASE(OVF128) CASE(SAT) {
        Cell result[3];
        SYNC();
        NumberShape s = number_shape(ip);
        if (!number_run(vm, t, ip, result, R(ip->a), s.b ? R(ip->b) : NULL,
                        s.c ? R(ip->c) : NULL, &end))
            goto out;
        memcpy(fp + ip->dst, result, s.dst * sizeof *result);
        NEXT();
    }
    CASE(PICK) {
        const Cell *i = R(ip->b);
        SYNC();
        if (UNLIKELY(!cell_is_number(*i)) && (slow = arith_plain(vm, i, 1)) != SLOW_OK)
            goto slow_end;
        fp[ip->dst] = i->v < ip->aux ? R(ip->a)[i->v] : cell_unwritten();
        NEXT();
    }
    CASE(PLACE) {
        const Cell *i = R(ip->c);
        Cell v = *R(ip->b);
        SYNC();
        if (UNLIKELY(!cell_is_number(*i)) && (slow = arith_plain(vm, i, 1)) != SLOW_OK)
            goto slow_end;
        u64 at = i->v;
        memmove(fp + ip->dst, R(ip->a), ip->aux * sizeof v);
        if (at < ip->aux)
            fp[ip->dst + (i32)at] = v;
        NEXT();
    }
    CASE(ADDP) {
        const Cell *a = R(ip->a);
        if (UNLIKELY(moves_slowly(vm, a))) {
            SYNC();
            slow = arith_moved(vm, *a, (u64)(i64)ip->c, &fp[ip->dst]);
            if (slow != SLOW_OK)
                goto slow_end;
            NEXT();
        }
        fp[ip->dst] = (Cell){(a->v + (u64)(i64)ip->c) & address_mask, a->tag, a->part};
        NEXT();
    }
    CASE(INDEX) {
        const Cell *a = R(ip->a), *b = R(ip->b);
        if (UNLIKELY(!cell_is_number(*b))) {
            SYNC();
            slow = arith_indexed(vm, *a, *b, ip->c, &fp[ip->dst]);
            if (slow != SLOW_OK)
                goto slow_end;
            NEXT();
        }
        u64 i = program->ptr_bytes == 8 ? b->v : (u64)(i64)(i32)b->v;
        u64 by = i * (u64)(i64)ip->c;
        if (UNLIKELY(moves_slowly(vm, a))) {
            SYNC();
            slow = arith_moved(vm, *a, by, &fp[ip->dst]);
            if (slow != SLOW_OK)
                goto slow_end;
            NEXT();
        }
        fp[ip->dst] = (Cell){(a->v + by) & address_mask, a->tag, a->part};
        NEXT();
    }
    CASE(TLSADDR) {
        SYNC();
        if (!tls_address(vm, t, (u32)ip->a, &fp[ip->dst], &end))
            goto out;
        NEXT();
    }
    LOAD_CASE(LOAD8, 1, TEARS(1u))
    LOAD_CASE(LOAD16, 2, TEARS(2u))
    LOAD_CASE(LOAD32, 4, TEARS(4u))
    LOAD_CASE(LOAD64, 8, TEARS(8u))
    LOAD_CASE(LOADN, (u32)ip->b, TEARS_N)
    CASE(LOADW) {
        const Cell *p = R(ip->a);
        ACCESS(p, ip->c, (u32)ip->b);
        Cell *d = &fp[ip->dst];
        memory_load_wide(vm, place, off, (u32)ip->b, d);
        NEXT();
    }
    STORE_CASE(STORE8, 1, TEARS(1u))
    STORE_CASE(STORE16, 2, TEARS(2u))
    STORE_CASE(STORE32, 4, TEARS(4u))
    STORE_CASE(STORE64, 8, TEARS(8u))
    STORE_CASE(STOREN, (u32)ip->dst, TEARS_N)
    CASE(STOREW) {
        const Cell *p = R(ip->a), *v = R(ip->b);
        ACCESS(p, ip->c, (u32)ip->dst);
        if (place->kind == OBJ_CONST)
            goto bad_access;
        memory_store_wide(vm, place, off, (u32)ip->dst, v);
        NEXT();
    }
    CASE(RMW) {
        const Cell *p = R(ip->a);
        ACCESS(p, 0, (u32)ip->c);
        if (place->kind == OBJ_CONST)
            goto bad_access;
        SYNC();
        if (!rmw_run(vm, t, ip, place, off, &fp[ip->dst], R(ip->b), &end))
            goto out;
        NEXT();
    }
    CASE(CAS) {
        const Cell *p = R(ip->a);
        u32 n = ip->aux >> 8;
        ACCESS(p, 0, n);
        if (place->kind == OBJ_CONST)
            goto bad_access;
        SYNC();
        if (UNLIKELY(tracks) && before_exchange(vm, t, ip, place, p->tag, off,
                                                rmw_succeeds(vm, ip, place, off, R(ip->b))))
            goto raced;
        if (!rmw_cas(vm, t, place, off, n, &fp[ip->dst], *R(ip->b), *R(ip->c), &end))
            goto out;
        NEXT();
    }
    CASE(RMW128) CASE(CAS128) {
        const Cell *p = R(ip->a);
        ACCESS(p, 0, 16u);
        if (place->kind == OBJ_CONST)
            goto bad_access;
        SYNC();
        const Cell *c = ip->op == OP_CAS128 ? R(ip->c) : NULL;
        if (UNLIKELY(tracks) && c &&
            before_exchange(vm, t, ip, place, p->tag, off,
                            rmw_succeeds(vm, ip, place, off, R(ip->b))))
            goto raced;
        if (!rmw_wide(vm, t, ip, place, off, &fp[ip->dst], R(ip->b), c, &end))
            goto out;
        NEXT();
    }
    CASE(DOWN) {
        const Cell *p = R(ip->a);
        SYNC();
        WAY(tear_has_ways(vm, t), watches && visible_down_asks(vm, t, ip, *p));
        fp[ip->dst] = cell_number(t->is_downward);
        t->is_downward = false;
        NEXT();
    }
    CASE(MEMCPY) CASE(MEMSET) {
        Bulk b;
        SYNC();
        if (UNLIKELY(has_addresses))
            resolve_bulk(vm, fp, ip);
        if (!t->bulk_done && !t->has_bulk_value)
            WAY(bulk_has_ways(vm, t, ip, &b), watches && visible_bulk_asks(vm, t, ip, &b, true));
        if (!bulk_plan(vm, t, ip, &b, &end))
            goto out;
        if (b.n == 0)
            NEXT();
        if (b.is_visible) {
            bool passes = watches && visible_bulk_asks(vm, t, ip, &b, false) && !t->masks;
            POINT(passes);
            if (watches)
                visible_bulk_record(vm, t, ip, &b);
        }
        if (UNLIKELY(scratch->nrivals) && race_bulk(vm, t, ip, &b))
            goto raced;
        if (UNLIKELY(tracks) && before_bulk(vm, t, ip, &b))
            goto raced;
        if (bulk_do(vm, t, &b))
            NEXT();
        pieces++;
        DISPATCH();
    }
    CASE(ALLOCA) {
        const Cell *n = R(ip->a);
        SYNC();
        if (UNLIKELY(!cell_is_number(*n)) && (slow = arith_plain(vm, n, 1)) != SLOW_OK)
            goto slow_end;
        if (!local_new(vm, t, n->v, (u32)ip->c, ip->aux, &fp[ip->dst], &end))
            goto out;
        NEXT();
    }
    CASE(STACKSAVE) {
        fp[ip->dst] = cell_number(jump_count_unmarked(vm, t));
        NEXT();
    }
    CASE(STACKRESTORE) {
        const Cell *a = R(ip->a);
        SYNC();
        if (!cell_is_number(*a) || a->v > jump_count_unmarked(vm, t)) {
            end = fault_cut(vm, CUT_UNSUPPORTED,
                            "the stack pointer is set to something that was not saved");
            goto out;
        }
        if (locals_are_visible(vm, t, f->first_local + (u32)a->v)) {
            POINT(false);
            visible_locals_end(vm, t, f->first_local + (u32)a->v);
        }
        jump_restore(vm, t, (u32)a->v);
        NEXT();
    }
    CASE(FORGET) CASE(BEGIN) {
        const Cell *p = R(ip->a);
        Place *o = p->tag >= first_dynamic ? obj_dyn(vm, p->tag) : NULL;
        // One that has ended is not visible, but who remembers its address notices that it begins
        // again.
        bool is_awaited = o && ip->op == OP_BEGIN && o->kind == OBJ_RETURNED &&
                          (o->flags & BLOCK_ESCAPED);
        if (is_awaited)
            POINT(false);
        if (o && o->is_visible) {
            Access a = visible_whole(vm, p->tag);
            POINT(false);
            visible_access(vm, t, &a);
        }
        if (is_awaited)
            vm->step.depends_on_more = true; // there is no access that a table could have
        if (UNLIKELY(tracks) && o)
            before_object_ends(vm, p->tag);
        if (o && o->kind == OBJ_LOCAL && p->v == 0)
            memory_forget(vm, o, 0, o->size);
        else if (o && ip->op == OP_BEGIN)
            scope_begin(vm, p->tag, (u32)ip->c, ip->aux);
        NEXT();
    }
    CASE(END) {
        SYNC();
        if (scope_is_visible(vm, t, ip)) {
            POINT(false);
            visible_scope_end(vm, t, ip);
        }
        scope_end(vm, t, ip);
        NEXT();
    }
    CASE(VASTART) {
        SYNC();
        if (!varargs_list(vm, *R(ip->a), true, &place, &off, &end))
            goto out;
        if (place->is_visible) {
            Access a = visible_whole(vm, R(ip->a)->tag);
            POINT(false);
            visible_access(vm, t, &a);
        }
        varargs_start(vm, t, place, off);
        NEXT();
    }
    CASE(VACOPY) {
        Place *from;
        u32 from_off;
        SYNC();
        if (!varargs_list(vm, *R(ip->b), false, &from, &from_off, &end) ||
            !varargs_list(vm, *R(ip->a), true, &place, &off, &end))
            goto out;
        if (place->is_visible || from->is_visible) {
            POINT(false);
            for (u32 i = 0; i < 2; i++) {
                Access a = visible_whole(vm, R(i ? ip->b : ip->a)->tag);
                visible_access(vm, t, &a);
            }
        }
        memory_copy(vm, place, off, from, from_off, program->ptr_bytes == 8 ? 24 : 4);
        NEXT();
    }
    CASE(JMP) {
        JUMP(code + ip->a);
    }
    CASE(JNZ) {
        BRANCH();
    }
    CASE(ASSERT) {
        vm->reached[ip->aux] = true;
        BRANCH();
    }
    CASE(SWITCH) {
        Cell a = *R(ip->a);
        if (UNLIKELY(!cell_is_number(a)) && !is_certain_default(vm, ip, &a)) {
            SYNC();
            slow = vm->condition && cell_kind(vm, a) == CELL_UNKNOWN
                       ? ask_cases(vm, ip, &a)
                       : arith_make_plain(vm, &a, 1);
            if (slow != SLOW_OK)
                goto slow_end;
        }
        JUMP(code + (cell_is_number(a) ? switch_target(program, ip, a.v) : (Pc)ip->c));
    }
    CASE(IJMP) {
        const Cell *a = R(ip->a);
        const Function *fn = &program->funcs[f->func];
        if (a->tag != program_func_obj(program, f->func) || a->v == 0 ||
            a->v > fn->end - fn->start) {
            SYNC();
            end = cell_is_unwritten(*a)
                      ? fault_unwritten(vm, "computed goto to a label that was never set", NULL)
                      : fault_set(vm, FAULT_INVALID_POINTER, 0,
                                  "computed goto to something that is no label");
            goto out;
        }
        JUMP(code + fn->start + a->v - 1);
    }
    CASE(CALL) CASE(CALLI) {
        SYNC();
        FuncId callee = (FuncId)ip->a;
        if (ip->op == OP_CALLI && !call_target(vm, t, *R(ip->a), &callee, &end))
            goto out;
        if (!call_enter(vm, t, callee, ip, &end))
            goto out;
        f = &t->frames[t->nframes - 1];
        fp = t->cells + f->base;
        ip = code + f->pc;
        if (UNLIKELY((executed > LONG_STEP || vm->step.grown > GROWTH_LIMIT) && !length))
            goto stop;
        DISPATCH();
    }
    CASE(RET) {
        SYNC();
        if (locals_are_visible(vm, t, f->first_local)) {
            POINT(false);
            visible_locals_end(vm, t, f->first_local);
        }
        if (!call_leave(vm, t, ip)) {
            thread_end(vm, id);
            end = RUN_DONE;
            goto counted;
        }
        is_release = is_release && t->nframes >= release_frames;
        f = &t->frames[t->nframes - 1];
        fp = t->cells + f->base;
        ip = code + f->pc;
        DISPATCH();
    }
    CASE(UNREACHABLE) {
        SYNC();
        end = fault_set(vm, FAULT_UNREACHABLE, 0, "code that is marked unreachable was reached");
        goto out;
    }
    CASE(UNSUPPORTED) {
        SYNC();
        end = fault_cut(vm, CUT_UNSUPPORTED, "%s is not supported", program->notes[ip->a]);
        goto out;
    }
    CASE(UNDEFINED) {
        SYNC();
        end = fault_cut(vm, CUT_UNDEFINED, "%s", program->notes[ip->a]);
        goto out;
    }
    CASE(TRAP) {
        Cell args[8], result[2] = {{0}};
        SYNC();
        u32 plain = ir_trap_info[ip->a].plain;
        if (UNLIKELY(has_addresses) && ip->a != TRAP_IS_ADDRESS)
            resolve_arguments(vm, fp, ip, plain);
        for (u32 i = 0; i < ip->aux && i < 8; i++) {
            args[i] = *R(program->pool[ip->b + (i32)i]);
            if (LIKELY(cell_is_number(args[i])))
                continue;
            bool is_plain = (plain >> i & 1) && !trap_takes_unknown(vm, ip->a, i, args[i]);
            slow = is_plain || leads_nowhere(vm, ip->a, i, args[i])
                       ? arith_make_plain(vm, &args[i], 1)
                       : trap_sized(vm, ip->a, i, args[i]);
            if (slow != SLOW_OK)
                goto slow_end;
        }
        if (ip->a == TRAP_CHOOSE) {
            if ((i32)args[0].v > 1) {
                if (!has_choice)
                    goto stop_before;
                has_choice = false;
                result[0].v = choice;
            }
        } else if (thread_is_wait(ip)) {
            bool is_inside = t->in_atomic;
            POINT(is_release);
            thread_set_pending(vm, t);
            if (UNLIKELY(is_inside) && vm->options.waits_inside)
                vm->options.waits_inside(vm->options.passes_arg, vm, t);
            visible_wait(vm, t, &t->pend);
            if (UNLIKELY(vm->condition) && (slow = ask_word(vm, &t->pend)) != SLOW_OK)
                goto slow_end;
            WaitState w = wait_state(vm, &t->pend);
            // Only a thread that stands there, so that others could see it waiting, may go on.
            bool is_spurious = has_waited && (t->pend.what & WAIT_SPURIOUS);
            has_waited = false;
            if (w == WAIT_NOT_YET && !is_spurious) {
                // The section is suspended: others may run until the condition holds.
                t->in_atomic = false;
                vm->atomic_thread = THREAD_NONE;
                witness_section_ends(t);
                goto out;
            }
            if (w != WAIT_HOLDS && w != WAIT_NOT_YET) {
                end = fault_wait(vm, w, args[0]);
                goto out;
            }
            if (UNLIKELY(tracks) && w == WAIT_HOLDS)
                before_wait(vm, t, t->pend.word);
            t->pend = (Pending){.kind = PEND_READY};
        } else {
            bool is_sync = ir_trap_info[ip->a].effect == TRAP_IS_SYNC &&
                           !visible_is_private(vm, ip->a, args);
            if (is_sync || (checks_races && race_is_claim(vm, ip->a, args))) {
                // Who yields must have stood there: to switch away is no preemption then.
                if (ip->a == TRAP_YIELD && executed > 1 && !t->in_atomic && !length)
                    goto stop_before;
                POINT(false);
                if (watches)
                    visible_trap(vm, t, ip->a, args);
            }
            if (UNLIKELY(ip->a == TRAP_SHOW) && executed > 1 && !length)
                goto stop_before;
            if (ip->a == TRAP_MASK_RELEASE && t->masks == 0) {
                is_release = visible_release(vm, t, args[0]);
                release_frames = t->nframes;
            }
            if (UNLIKELY(scratch->nrivals) && race_claim(vm, t, ip->a, args))
                goto raced;
            if (UNLIKELY(scratch->nrivals) && ip->a == TRAP_FREE && race_free(vm, args[0]))
                goto raced;
            if (UNLIKELY(tracks) && before_trap(vm, t, ip->a, args))
                goto raced;
            switch (trap_run(vm, t, ip, args, result, &end)) {
            case TRAP_STOP:
                if (end == RUN_DONE)
                    goto counted;
                goto out;
            case TRAP_MOVED:
                f = &t->frames[t->nframes - 1];
                fp = t->cells + f->base;
                ip = code + f->pc;
                if (--turns == 0) // longjmp goes back like a loop
                    goto stop;
                DISPATCH();
            case TRAP_GO:
                break;
            }
        }
        if (ip->c)
            fp[ip->dst] = result[0];
        if (ip->c > 64)
            fp[ip->dst + 1] = result[1];
        NEXT();
    }
#ifdef HEDDLE_SWITCH_DISPATCH
    }
#endif

hook:
    SYNC();
    if (vm->covered)
        coverage_note(vm, f->pc);
    if (grain == GRAIN_INSTRUCTIONS && !is_first && !t->in_atomic)
        goto stop_before;
    is_first = false;
    // Who watches sees the instruction that a step ends before, too.
    if (vm->watch)
        vm->watch(vm->watch_arg, vm, id, f->pc);
    if (length && executed - (is_repeating ? pieces : 0) > last &&
        !(is_repeating && witness_goes_on(vm, t)))
        goto stop_before;
    if (is_midway)
        goto torn;
#ifdef HEDDLE_SWITCH_DISPATCH
    goto run;
#else
    goto *direct[ip->op];
#endif

torn:
    is_midway = false;
    {
        bool is_load = ir_op_info[ip->op].effect == EFFECT_LOAD;
        const Cell *p = R(ip->a);
        u32 n = insn_access_bytes(ip);
        if (tear_done(t) == 0) {
            SYNC();
            Access whole = visible_access_of(ip, place, p->tag, off, n);
            whole.goes_in_pieces = true;
            WAY(tear_has_ways(vm, t), watches && visible_asks(vm, t, &whole));
        }
        Piece piece = tear_piece(vm, t, p->tag, vm_offset(vm, *p, ip->c), n);
        ACCESS(p, ip->c + (i32)piece.at, piece.len);
        if (!is_load && place->kind == OBJ_CONST)
            goto bad_access;
        Cell *d = &fp[ip->dst];
        bool is_done = is_load ? tear_load(vm, t, place, off, piece, n, d)
                               : tear_store(vm, t, place, off, piece, n, R(ip->b));
        if (!is_done) {
            pieces++;
            DISPATCH();
        }
        if (is_load && (ip->aux & MEM_BITFIELD) && cell_is_unwritten(*d))
            *d = cell_number(d->v);
        NEXT();
    }
tagged:
    SYNC();
    {
        u32 width;
        Op op = wide_op(ip->op, &width);
        Cell result;
        ArithFlaw flaw = FLAW_NONE;
        if (UNLIKELY(vm->condition)) {
            slow = arith_flaw(vm, op, width, checks_overflow && (ip->aux & 1), *R(ip->a),
                              *R(ip->b), &flaw);
            if (slow != SLOW_OK)
                goto slow_end;
        }
        switch (flaw) {
        case FLAW_NONE: break;
        case FLAW_ZERO_DIVISION: goto zero_division;
        case FLAW_DIVIDE_ERROR: goto divide_error;
        case FLAW_OVERFLOW:
            if (!fault_is_excused(vm, FAULT_OVERFLOW))
                goto overflows;
        }
        slow = arith_tagged(vm, op, width, *R(ip->a), *R(ip->b), &result);
        if (slow != SLOW_OK)
            goto slow_end;
        fp[ip->dst] = result;
        NEXT();
    }
raced:
    SYNC();
    vm_locate(vm, id, &vm->fault);
    end = RUN_FAULT;
    goto out;
zero_division:
    SYNC();
    end = fault_set(vm, FAULT_DIVISION_BY_ZERO, 0, "division by zero");
    goto out;
divide_error:
    SYNC();
    end = fault_set(vm, checks_overflow ? FAULT_OVERFLOW : FAULT_DIVISION_BY_ZERO, 0,
                    "the smallest number divided by -1 does not fit its type");
    goto out;
overflowed:
    SYNC();
    if (fault_is_excused(vm, FAULT_OVERFLOW)) {
        fp[ip->dst] = wrapped(ip->op, R(ip->a)->v, R(ip->b)->v);
        NEXT();
    }
overflows:
    end = fault_set(vm, FAULT_OVERFLOW, 0, "a signed integer operation overflows");
    goto out;
slow_end:
    end = arith_stop(vm, t, slow);
    goto out;
bad_access:
    SYNC();
    {
        Cell p = *R(ip->a);
        if (cell_is_given(p) || cell_kind(vm, p) == CELL_UNKNOWN) {
            slow = arith_plain(vm, &p, 1);
            goto slow_end;
        }
        if (cell_kind(vm, p) == CELL_SPOT)
            goto spot;
        NextAccess next = {0};
        bool known = vm_next_access(vm, id, &next);
        if (known && !p.part) {
            u64 behind = next.offset + next.size;
            slow = sized_reach(vm, p.tag, behind < next.offset ? UINT64_MAX : behind);
            if (slow != SLOW_OK)
                goto slow_end;
        }
        if (known && has_addresses && cell_is_number(p) && next.obj && ip->a >= 0) {
            resolved_ip = ip;
            unresolved = p;
            fp[ip->a] = cell_pointer(next.obj, next.base);
            RUN_AGAIN();
        }
        end = fault_access(vm, p, known ? next.offset : p.v, known ? next.size : 1,
                           known && next.is_write);
    }
    goto out;
spot:
    {
        Cell p = *R(ip->a);
        SpotAccess s;
        slow = spot_plan(vm, t, ip, p, &s);
        if (slow != SLOW_OK)
            goto slow_end;
        if (s.place->is_visible) {
            Access a = spot_access(ip, &s);
            bool passes = watches && ((visible_asks(vm, t, &a) && !t->masks) || is_release);
            POINT(passes);
            if (watches)
                visible_record(vm, &a);
        }
        slow = spot_do(vm, &s, p, &fp[ip->dst], R(ip->b));
        if (slow != SLOW_OK)
            goto slow_end;
        NEXT();
    }
jumped:
    // The way was taken, though nobody looks at where it leads to before the next step.
    if (UNLIKELY(vm->covered != NULL))
        coverage_note(vm, (Pc)(ip - code));
    goto stop;
choose_way:
    pieces++;
    SYNC();
    t->pend = (Pending){.kind = PEND_PIECES};
    goto out;
stop_before:
    executed--;
    if (UNLIKELY(resolved_ip == ip) && resolved_ip)
        fp[ip->a] = unresolved;
stop:
    SYNC();
    thread_set_pending(vm, t);
out:
    if (UNLIKELY(end == RUN_REPEAT)) {
        end = RUN_POINT;
        RUN_AGAIN();
    }
    // What ends a run is a scheduling point as well: others may see what this thread did before.
    // (An operation that is visible itself and then fails has had its own.)
    if (end != RUN_POINT && end != RUN_EXIT && !credit && spent != executed && !t->in_atomic &&
        !length) {
        executed--;
        t->pend = (Pending){.kind = PEND_READY};
        end = RUN_POINT;
    }
counted:
    ENSURE(pieces <= executed && vm->nthreads <= MAX_THREADS);
    ENSURE(end == RUN_DONE || (vm->threads[id].form == THREAD_LIVE && t->nframes > 0));
    vm->instructions += executed;
    vm->step.length = executed;
    vm->step.pieces = pieces;
    return end;
}
// clang-format on
