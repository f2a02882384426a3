// SPDX-License-Identifier: Apache-2.0
// Calls: what the callee is, how arguments become cells, the layout of variadic arguments, traps.
#include "front/front_int.h"

#include <string.h>

typedef struct Args {
    i32 *at;
    u32 n, cap;
    bool has_copies; // of structures
    i32 stack;       // before them
} Args;

// ---- what is called -----------------------------------------------------------------------------

static bool trap_of_name(const char *name, TrapId *trap) {
    static const struct {
        const char *name;
        TrapId trap;
    } user[] = {{"__VERIFIER_atomic_begin", TRAP_ATOMIC_BEGIN},
                {"heddle_atomic_begin", TRAP_ATOMIC_BEGIN},
                {"__VERIFIER_atomic_end", TRAP_ATOMIC_END},
                {"heddle_atomic_end", TRAP_ATOMIC_END}};
    for (u32 i = 0; i < ARRAY_LEN(user); i++) {
        if (strcmp(name, user[i].name) == 0) {
            *trap = user[i].trap;
            return true;
        }
    }
    if (strncmp(name, UNKNOWN_TRAP, strlen(UNKNOWN_TRAP)) == 0) {
        *trap = TRAP_UNKNOWN;
        return true;
    }
    for (u32 i = 0; i < TRAP_COUNT; i++) {
        if (strcmp(name, ir_trap_info[i].name) == 0) {
            *trap = (TrapId)i;
            return true;
        }
    }
    return false;
}

static bool is_one_of(const char *name, const char *const *list, u32 n) {
    for (u32 i = 0; i < n; i++)
        if (strcmp(name, list[i]) == 0)
            return true;
    return false;
}

CalleeKind callee_kind(const Front *f, LLVMValueRef fn, TrapId *trap) {
    static const char *const bulk[] = {"memcpy", "memmove", "memset"};
    static const char *const remainders[] = {"fmod", "fmodf", "fmodl"};
    const char *name = LLVMGetValueName(fn);
    bool is_declaration = LLVMIsDeclaration(fn);
    if (LLVMGetIntrinsicID(fn) || strncmp(name, "llvm.", 5) == 0)
        return CALLEE_INTRINSIC;
    if (!is_declaration && !module_is_runtime(f, fn))
        return CALLEE_BODY;
    if (trap_of_name(name, trap))
        return CALLEE_TRAP;
    if (is_one_of(name, bulk, ARRAY_LEN(bulk)))
        return CALLEE_BULK;
    if (!is_declaration)
        return CALLEE_BODY;
    if (is_one_of(name, remainders, ARRAY_LEN(remainders)))
        return CALLEE_FMOD;
    return LLVMGetLinkage(fn) == LLVMExternalWeakLinkage ? CALLEE_NULL : CALLEE_MISSING;
}

// ---- arguments ----------------------------------------------------------------------------------

static void add_cells(Args *args, i32 operand, u32 n) {
    for (u32 i = 0; i < n; i++)
        VEC_PUSH(args->at, args->n, args->cap) = cell_at(operand, i);
}

static i32 add_list(Front *f, const i32 *args, u32 n) {
    u32 list = f->npool;
    VEC_RESERVE(f->pool, f->npool, f->pool_cap, n);
    if (n)
        memcpy(f->pool + list, args, n * sizeof *args);
    f->npool += n;
    return (i32)list;
}

static u32 call_info(Front *f, CallInfo info) {
    if (!info.nvarargs) {
        info.first_vararg = 0;
        // most calls look like a recent one
        for (u32 i = f->ncalls; i > 0 && f->ncalls - i < 16; i--) {
            const CallInfo *known = &f->calls[i - 1];
            if (known->fixed_cells == info.fixed_cells && known->ret_cells == info.ret_cells &&
                !known->nvarargs && known->is_variadic == info.is_variadic) {
                return i - 1;
            }
        }
    }
    VEC_PUSH(f->calls, f->ncalls, f->calls_cap) = info;
    return f->ncalls - 1;
}

static u64 round_up(u64 n, u64 to) { return (n + to - 1) / to * to; }

// The caller makes the copy, a local that goes after the call.
static i32 copy_byval_vararg(Lower *l, i32 from, u64 size, u32 align, Args *args) {
    if (!args->has_copies) {
        args->stack = cells_new(l, 1);
        emit(l, OP_STACKSAVE, args->stack, 0, 0, 0, 0);
    }
    args->has_copies = true;
    i32 copy = lower_alloca_new(l, size, align);
    lower_memcpy(l, copy, from, const_num(l->f, size), false);
    return copy;
}

static void drop_copies(Lower *l, const Args *args) {
    if (args->has_copies)
        emit(l, OP_STACKRESTORE, 0, args->stack, 0, 0, 0);
}

static void add_byval_vararg(Lower *l, LLVMValueRef call, unsigned i, LLVMAttributeRef byval,
                             Args *args) {
    Front *f = l->f;
    LLVMAttributeRef align = LLVMGetCallSiteEnumAttribute(call, i + 1, f->kind_align);
    u64 slot = f->ptr_bits / 8, size = LLVMABISizeOfType(f->td, LLVMGetTypeAttributeValue(byval));
    u64 bytes = align ? LLVMGetEnumAttributeValue(align) : slot;
    VarArg arg = {.arg = args->n,
                  .cells = 1,
                  .is_byval = 1,
                  .size = (u32)round_up(size, slot),
                  .align = (u32)(bytes > slot ? bytes : slot)};
    add_cells(args,
              copy_byval_vararg(l, operand_of(l, LLVMGetOperand(call, i)), size, arg.align, args),
              1);
    VEC_PUSH(f->varargs, f->nvarargs, f->varargs_cap) = arg;
}

// Vectors are passed as words of 8 bytes, as they lie in the argument area.
static i32 vector_words(Lower *l, LLVMTypeRef type, i32 src, u32 *nwords) {
    u32 bits = type_bits(l->f, type_scalar(type)), lanes = type_lanes(type), total = bits * lanes;
    u32 width = total < 64 ? total : 64;
    if (bits > 64 || total % width || total > 2048)
        return NO_CELL;
    *nwords = total / width;
    i32 cells[64], words[32], first = cells_new(l, *nwords);
    if (lanes > ARRAY_LEN(cells))
        return NO_CELL;
    for (u32 i = 0; i < lanes; i++)
        cells[i] = cell_at(src, i);
    for (u32 i = 0; i < *nwords; i++)
        words[i] = first + (i32)i;
    lower_bits(l, cells, lanes, bits, words, *nwords, width);
    return first;
}

static void add_vararg(Lower *l, LLVMValueRef call, unsigned i, Args *args) {
    Front *f = l->f;
    LLVMAttributeRef byval = LLVMGetCallSiteEnumAttribute(call, i + 1, f->kind_byval);
    if (byval) {
        add_byval_vararg(l, call, i, byval, args);
        return;
    }
    LLVMValueRef value = LLVMGetOperand(call, i);
    LLVMTypeRef type = LLVMTypeOf(value);
    u32 cells = type_cells(f, type);
    i32 operand = operand_of(l, value);
    if (type_is_vector(type))
        operand = vector_words(l, type, operand, &cells);
    if (operand == NO_CELL || type_is_aggregate(type)) {
        emit_unsupported(l, "a variadic argument of this type");
        return;
    }
    u64 slot = f->ptr_bits / 8, size = round_up(LLVMABISizeOfType(f->td, type), slot);
    VarArg arg = {.arg = args->n,
                  .cells = (u16)cells,
                  .size = (u32)size,
                  .align = (u32)(slot == 8 && size > 8 ? 16 : slot)};
    add_cells(args, operand, cells);
    VEC_PUSH(f->varargs, f->nvarargs, f->varargs_cap) = arg;
}

static u32 param_cells(const Front *f, LLVMTypeRef fn_type) {
    u32 count = LLVMCountParamTypes(fn_type), cells = 0;
    if (count == 0)
        return 0;
    LLVMTypeRef *types = mem_alloc(count * sizeof(LLVMTypeRef));
    LLVMGetParamTypes(fn_type, types);
    for (u32 i = 0; i < count; i++)
        cells += type_cells(f, types[i]);
    mem_free(types, count * sizeof(LLVMTypeRef));
    return cells;
}

// ---- calls --------------------------------------------------------------------------------------

void emit_call(Lower *l, FuncId callee, const i32 *args, u32 nargs, i32 dst, u32 ret_cells) {
    Front *f = l->f;
    u32 info = call_info(f, (CallInfo){.fixed_cells = nargs, .ret_cells = ret_cells});
    emit(l, OP_CALL, dst, (i32)callee, add_list(f, args, nargs), (i32)info, nargs);
}

void emit_trap(Lower *l, TrapId trap, const i32 *args, u32 nargs, i32 dst, u32 bits) {
    emit(l, OP_TRAP, dst, (i32)trap, add_list(l->f, args, nargs), (i32)bits, nargs);
}

// Arguments by the function type `type`: those beyond its parameters are variadic.
static CallInfo gather_args(Lower *l, LLVMValueRef call, LLVMTypeRef type, Args *args) {
    unsigned n = LLVMGetNumArgOperands(call), nfixed = LLVMCountParamTypes(type);
    bool is_variadic = LLVMIsFunctionVarArg(type);
    CallInfo info = {.is_variadic = is_variadic};
    for (unsigned i = 0; i < n && (i < nfixed || !is_variadic); i++) {
        LLVMValueRef value = LLVMGetOperand(call, i);
        add_cells(args, operand_of(l, value), type_cells(l->f, LLVMTypeOf(value)));
    }
    info.fixed_cells = args->n;
    info.first_vararg = l->f->nvarargs;
    for (unsigned i = nfixed; i < n && is_variadic; i++)
        add_vararg(l, call, i, args);
    info.nvarargs = l->f->nvarargs - info.first_vararg;
    return info;
}

// A value of type `from` that the other side of a call takes for one of type `to`: the low bits of
// what lies in the same register, or whatever was in another one.
static i32 fit(Lower *l, i32 operand, LLVMTypeRef from, LLVMTypeRef to) {
    FloatKind kind;
    bool is_float = type_is_float(from, &kind) || type_is_float(to, &kind);
    if (from == to || type_cells(l->f, from) != 1 || type_cells(l->f, to) != 1)
        return operand;
    if (is_float || type_is_vector(from) || type_is_vector(to) || type_is_aggregate(from) ||
        type_is_aggregate(to)) {
        return const_run(l->f, (Cell[]){cell_unwritten()}, 1);
    }
    u32 bits = type_bits(l->f, to);
    return bits < type_bits(l->f, from) ? emit_new(l, OP_TRUNC, operand, 0, (i32)bits, 0) : operand;
}

static void fit_args(Lower *l, LLVMValueRef call, LLVMTypeRef type, Args *args) {
    u32 n = LLVMCountParamTypes(type), given = LLVMGetNumArgOperands(call), at = 0;
    if (LLVMGetCalledFunctionType(call) == type || n == 0)
        return;
    LLVMTypeRef *params = mem_alloc(n * sizeof *params);
    LLVMGetParamTypes(type, params);
    for (u32 i = 0; i < n && i < given; i++) {
        LLVMTypeRef from = LLVMTypeOf(LLVMGetOperand(call, i));
        u32 cells = type_cells(l->f, from);
        if (cells != type_cells(l->f, params[i]))
            break;
        if (cells == 1)
            args->at[at] = fit(l, args->at[at], from, params[i]);
        at += cells;
    }
    mem_free(params, n * sizeof *params);
}

static void lower_direct(Lower *l, LLVMValueRef call, LLVMValueRef callee, FuncId id) {
    Front *f = l->f;
    Args args = {0};
    LLVMTypeRef type = LLVMGlobalGetValueType(callee);
    CallInfo info = gather_args(l, call, type, &args);
    fit_args(l, call, type, &args);
    // Calls through an old-style declaration may pass more or fewer arguments than the function
    // takes.
    u32 want = param_cells(f, type);
    i32 undef = const_run(f, (Cell[]){cell_unwritten()}, 1);
    while (info.fixed_cells < want && info.nvarargs == 0) {
        add_cells(&args, undef, 1);
        info.fixed_cells++;
    }
    if (!info.is_variadic && args.n > want)
        args.n = info.fixed_cells = want;
    LLVMTypeRef result = LLVMGetReturnType(type);
    u32 given = type_cells(f, result), taken = type_cells(f, LLVMTypeOf(call));
    bool is_same = result == LLVMTypeOf(call);
    info.ret_cells = given;
    i32 dst = is_same ? result_of(l, call) : cells_new(l, given > taken ? given : taken);
    if (taken > given)
        emit_move(l, result_of(l, call), const_run(f, (Cell[]){cell_unwritten()}, 1), taken == 1);
    if (args.n > UINT16_MAX) {
        emit_unsupported(l, "a call with very many arguments");
    } else {
        u32 index = call_info(f, info);
        emit(l, OP_CALL, given ? dst : 0, (i32)id, add_list(f, args.at, args.n), (i32)index,
             args.n);
    }
    drop_copies(l, &args);
    if (taken && taken <= given && !is_same)
        emit_move(l, result_of(l, call), fit(l, dst, result, LLVMTypeOf(call)), taken);
    VEC_FREE(args.at, args.cap);
}

static void lower_indirect_call(Lower *l, LLVMValueRef call, LLVMValueRef callee) {
    Front *f = l->f;
    Args args = {0};
    i32 target = operand_of(l, callee);
    CallInfo info = gather_args(l, call, LLVMGetCalledFunctionType(call), &args);
    info.ret_cells = type_cells(f, LLVMTypeOf(call));
    if (args.n > UINT16_MAX) {
        emit_unsupported(l, "a call with very many arguments");
    } else {
        u32 index = call_info(f, info);
        emit(l, OP_CALLI, info.ret_cells ? result_of(l, call) : 0, target,
             add_list(f, args.at, args.n), (i32)index, args.n);
    }
    drop_copies(l, &args);
    VEC_FREE(args.at, args.cap);
}

// A number in two cells: each half is an unknown value of its own.
static void emit_unknown_halves(Lower *l, i32 dst, u32 bits) {
    CHECK(bits > 64 && bits <= 128);
    emit_trap(l, TRAP_UNKNOWN, NULL, 0, dst, 64);
    emit_trap(l, TRAP_UNKNOWN, NULL, 0, dst + 1, bits - 64);
}

// 128 bits come as one number or as two, as the platform returns them.
static u32 unknown_bits(const Front *f, LLVMTypeRef type) {
    return LLVMGetTypeKind(type) == LLVMStructTypeKind ? 64 * type_cells(f, type)
                                                       : type_bits(f, type);
}

static void lower_trap_call(Lower *l, LLVMValueRef call, TrapId trap) {
    Front *f = l->f;
    Args args = {0};
    gather_args(l, call, LLVMGetCalledFunctionType(call), &args);
    LLVMTypeRef type = LLVMTypeOf(call);
    FloatKind kind;
    if (trap == TRAP_UNKNOWN && type_is_float(type, &kind))
        trap = TRAP_UNKNOWN_FLOAT;
    u32 bits = type_cells(f, type) ? type_bits(f, type) : 0;
    if (args.n < ir_trap_info[trap].nargs || args.n > UINT16_MAX || type_cells(f, type) > 2)
        emit_unsupported(l, "a call of %s with wrong arguments", ir_trap_info[trap].name);
    else if (trap == TRAP_UNKNOWN && type_cells(f, type) == 2)
        emit_unknown_halves(l, result_of(l, call), unknown_bits(f, type));
    else
        emit_trap(l, trap, args.at, args.n, bits ? result_of(l, call) : 0, bits);
    VEC_FREE(args.at, args.cap);
}

static bool lower_bulk_call(Lower *l, LLVMValueRef call, const char *name) {
    if (LLVMGetNumArgOperands(call) != 3)
        return false;
    for (unsigned i = 0; i < 3; i++)
        if (type_cells(l->f, LLVMTypeOf(LLVMGetOperand(call, i))) != 1)
            return false;
    i32 to = operand_of(l, LLVMGetOperand(call, 0)), from = operand_of(l, LLVMGetOperand(call, 1));
    i32 len = operand_of(l, LLVMGetOperand(call, 2));
    if (strcmp(name, "memset") == 0)
        lower_memset(l, to, emit_new(l, OP_TRUNC, from, 0, 8, 0), len);
    else
        lower_memcpy(l, to, from, len, strcmp(name, "memmove") == 0);
    if (type_cells(l->f, LLVMTypeOf(call)) == 1)
        emit_move(l, result_of(l, call), to, 1);
    return true;
}

// The machine's remainder is fmod; C has no other word for it that a model could use.
static void lower_fmod(Lower *l, LLVMValueRef call) {
    FloatKind kind;
    if (LLVMGetNumArgOperands(call) != 2 || !type_is_float(LLVMTypeOf(call), &kind) ||
        LLVMTypeOf(LLVMGetOperand(call, 0)) != LLVMTypeOf(call) ||
        LLVMTypeOf(LLVMGetOperand(call, 1)) != LLVMTypeOf(call)) {
        emit_unsupported(l, "a call of fmod with another type");
        return;
    }
    i32 a = operand_of(l, LLVMGetOperand(call, 0)), b = operand_of(l, LLVMGetOperand(call, 1));
    emit(l, kind == F80 ? OP_FREM80 : OP_FREM, result_of(l, call), a, b, 0, kind);
}

void lower_call(Lower *l, LLVMValueRef v) {
    LLVMValueRef callee = LLVMGetCalledValue(v);
    u32 id = 0;
    TrapId trap;
    if (LLVMIsAInlineAsm(callee)) {
        lower_asm(l, v, callee);
        return;
    }
    LLVMValueRef fn = strip_alias(callee);
    if (!LLVMIsAFunction(fn)) {
        lower_indirect_call(l, v, callee);
        return;
    }
    switch (callee_kind(l->f, fn, &trap)) {
    case CALLEE_INTRINSIC: lower_intrinsic(l, v, fn); return;
    case CALLEE_TRAP: lower_trap_call(l, v, trap); return;
    case CALLEE_FMOD: lower_fmod(l, v); return;
    case CALLEE_BULK:
        if (lower_bulk_call(l, v, LLVMGetValueName(fn)))
            return;
        break;
    default: break;
    }
    if (ptrmap_get(&l->f->func_ids, fn, &id))
        lower_direct(l, v, fn, id);
    else
        lower_indirect_call(l, v, callee); // through the null pointer: nobody defines it
}
