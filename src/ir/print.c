// SPDX-License-Identifier: Apache-2.0
// Programs as readable assembly, for `heddle dump`. One line for each instruction:
//
//       pc  name         results = operands                          ; file:line, where it changes
//
// %n is a cell, %n..m a range of cells, {x, y} a range of constants, &name+8 an address, Ln the
// position n.
#include "ir/ir.h"

#include <ctype.h>
#include <string.h>

enum { COMMENT_COLUMN = 64 };

static const char *const float_fns[FF_COUNT] = {
    "fabs",     "sqrt",   "floor",  "ceil",    "trunc",   "rint", "round",       "roundeven",
    "copysign", "minnum", "maxnum", "minimum", "maximum", "pow",  "exp",         "exp2",
    "log",      "log2",   "log10",  "sin",     "cos",     "tan",  "canonicalize"};
static const char *const rmw_fns[RMW_FN_COUNT] = {
    "xchg", "add",  "sub",    "and",    "nand",   "or",     "xor",  "max", "min",
    "umax", "umin", "fadd32", "fsub32", "fadd64", "fsub64", "uinc", "udec"};
static const char *const bit_fns[BIT_FN_COUNT] = {"popcount", "clz",     "ctz",
                                                  "swap",     "reverse", "abs"};
static const char *const ovf_fns[] = {"sadd", "uadd", "ssub", "usub",
                                      "smul", "umul", "sshl", "ushl"};
static const char *const ops128[] = {"add", "sub", "mul", "udiv", "sdiv", "urem", "srem",
                                     "and", "or",  "xor", "shl",  "lshr", "ashr", "eq",
                                     "ne",  "ult", "ule", "slt",  "sle"};
static const char *const predicates[] = {"false", "oeq", "ogt", "oge", "olt", "ole", "one", "ord",
                                         "uno",   "ueq", "ugt", "uge", "ult", "ule", "une", "true"};
static const char *const float_kinds[] = {"f32", "f64", "f80"};

#define NAME_IN(table, i) ((size_t)(i) < ARRAY_LEN(table) ? (table)[i] : "?")

// ---- operands -----------------------------------------------------------------------------------

static void print_address(const Program *p, ObjId obj, u64 offset, Text *out) {
    if (obj > p->nglobals) {
        FuncId func = obj - p->nglobals - 1;
        if (func >= p->nfuncs) {
            text_add(out, "&object%u+%llu", obj, (unsigned long long)offset);
        } else if (offset == 0) {
            text_add(out, "&%s", p->funcs[func].name);
        } else {
            text_add(out, "&&%s:L%llu", p->funcs[func].name,
                     (unsigned long long)(p->funcs[func].start + offset - 1));
        }
        return;
    }
    const char *name = p->globals[obj].name;
    if (name && *name)
        text_add(out, "&%s", name);
    else
        text_add(out, "&global%u", obj);
    if (offset)
        text_add(out, "%+lld", (long long)offset);
}

static void print_const(const Program *p, u32 index, Text *out) {
    const Cell *c = &p->consts[index];
    if (cell_is_unwritten(*c)) {
        text_add(out, "undef");
    } else if (!cell_is_number(*c)) {
        print_address(p, c->tag, c->v, out);
    } else {
        // The width is not known here; negative numbers of any width read best in hexadecimal.
        text_add(out, c->v < 1000000 ? "%llu" : "0x%llx", (unsigned long long)c->v);
    }
}

static void print_operand(const Program *p, i32 operand, u32 n, Text *out) {
    if (operand >= 0) {
        text_add(out, n > 1 ? "%%%d..%d" : "%%%d", operand, operand + (i32)n - 1);
        return;
    }
    u32 first = (u32)~operand;
    if (n != 1)
        text_add(out, "{");
    for (u32 i = 0; i < n; i++) {
        text_add(out, i ? ", " : "");
        print_const(p, first + i, out);
    }
    if (n != 1)
        text_add(out, "}");
}

// A floating-point constant in its own notation; anything else as usual.
static void print_float(const Program *p, i32 operand, u32 kind, Text *out) {
    const Cell *c = operand < 0 ? &p->consts[~operand] : NULL;
    if (c && kind == F32 && cell_is_number(*c)) {
        float value;
        memcpy(&value, &c->v, sizeof value);
        text_add(out, "%.9g", (double)value);
    } else if (c && kind == F64 && cell_is_number(*c)) {
        double value;
        memcpy(&value, &c->v, sizeof value);
        text_add(out, "%.17g", value);
    } else {
        print_operand(p, operand, kind == F80 ? 2 : 1, out);
    }
}

static bool reads_floats(const Insn *in) {
    switch (in->op) {
    case OP_FADD:
    case OP_FSUB:
    case OP_FMUL:
    case OP_FDIV:
    case OP_FREM:
    case OP_FNEG:
    case OP_FCMP:
    case OP_FMATH:
    case OP_FMA:
    case OP_FCVT:
    case OP_FTO80:
    case OP_FTOI: return true;
    default: return false;
    }
}

static void print_list(const Program *p, u32 first, u32 n, Text *out) {
    text_add(out, "(");
    for (u32 i = 0; i < n; i++) {
        text_add(out, i ? ", " : "");
        print_operand(p, p->pool[first + i], 1, out);
    }
    text_add(out, ")");
}

static void print_cases(const Program *p, u32 first, u32 n, Text *out) {
    text_add(out, "[");
    for (u32 i = 0; i < n; i++) {
        text_add(out, i ? ", " : "");
        print_operand(p, p->pool[first + 2 * i], 1, out);
        text_add(out, ": L%d", p->pool[first + 2 * i + 1]);
    }
    text_add(out, "]");
}

// ---- instructions -------------------------------------------------------------------------------

static void print_mem_flags(u32 flags, Text *out) {
    bool is_relaxed = (flags & MEM_ATOMIC) && !(flags & (MEM_ACQUIRE | MEM_RELEASE));
    text_add(out, "%s%s%s%s", flags & MEM_ATOMIC ? " atomic" : "", is_relaxed ? " relaxed" : "",
             flags & MEM_VOLATILE ? " volatile" : "", flags & MEM_BITFIELD ? " bitfield" : "");
}

static void print_place(const Program *p, const Insn *in, i32 offset, Text *out) {
    text_add(out, "[");
    print_operand(p, in->a, 1, out);
    if (offset) {
        text_add(out, " %c %lld", offset < 0 ? '-' : '+',
                 offset < 0 ? -(long long)offset : (long long)offset);
    }
    text_add(out, "]");
}

static void print_memory(const Program *p, const Insn *in, Text *out) {
    u32 flags = in->aux & 0xff;
    switch (in->op) {
    case OP_RMW:
        text_add(out, "%s %d bytes ", NAME_IN(rmw_fns, in->aux >> 8), in->c);
        print_place(p, in, 0, out);
        break;
    case OP_RMW128:
        text_add(out, "%s ", NAME_IN(rmw_fns, in->aux >> 8));
        print_place(p, in, 0, out);
        break;
    case OP_CAS:
        text_add(out, "%d bytes ", in->aux >> 8);
        print_place(p, in, 0, out);
        break;
    case OP_CAS128: print_place(p, in, 0, out); break;
    case OP_LOADN:
    case OP_LOADW:
        text_add(out, "%d bytes ", in->b);
        print_place(p, in, in->c, out);
        break;
    case OP_STOREN:
    case OP_STOREW:
        text_add(out, "%d bytes ", in->dst);
        print_place(p, in, in->c, out);
        break;
    default: print_place(p, in, in->c, out);
    }
    for (u32 field = 2; field < FIELDS; field++) {
        if (role_reads(insn_role(in, field))) {
            text_add(out, ", ");
            print_operand(p, insn_field(in, field), insn_cells(p, in, field), out);
        }
    }
    print_mem_flags(flags, out);
}

// What aux says where it is neither a count of operands nor memory flags.
static void print_aux(const Insn *in, Text *out) {
    const char *name = ir_op_info[in->op].name;
    switch (in->op) {
    case OP_ARITH128:
    case OP_CMP128: text_add(out, "%s ", NAME_IN(ops128, in->aux)); break;
    case OP_BITFN:
    case OP_BITFN128: text_add(out, "%s ", NAME_IN(bit_fns, in->aux)); break;
    case OP_OVF:
    case OP_OVF128:
    case OP_SAT: text_add(out, "%s ", NAME_IN(ovf_fns, in->aux)); break;
    case OP_FUNNEL:
        text_add(out, "%s %d ", in->aux & 0x8000 ? "right" : "left", in->aux & 0x7fff);
        break;
    case OP_ITOF:
    case OP_I128TOF: text_add(out, "%s ", NAME_IN(float_kinds, in->aux)); break;
    case OP_MEMCPY: text_add(out, "%s", in->aux & BULK_MOVE ? "may-overlap " : ""); break;
    case OP_BEGIN:
    case OP_ALLOCA: text_add(out, "align %llu ", 1ull << (in->aux & 63)); break;
    default:
        // The names of the 80-bit rows say it already.
        if (name[0] == 'F' && reads_floats(in))
            text_add(out, "%s ", NAME_IN(float_kinds, in->aux));
    }
}

static void print_immediate(const Program *p, const Insn *in, u32 field, Text *out) {
    i32 value = insn_field(in, field);
    if ((in->op == OP_FCMP || in->op == OP_FCMP80) && field == 3)
        text_add(out, "%s", NAME_IN(predicates, value));
    else if ((in->op == OP_FMATH || in->op == OP_FMATH80) && field == 3)
        text_add(out, "%s", NAME_IN(float_fns, value));
    else if (in->op == OP_FCVT)
        text_add(out, "%s", NAME_IN(float_kinds, value));
    else if (in->op == OP_TLSADDR)
        print_address(p, (ObjId)value, 0, out);
    else if (in->op == OP_UNSUPPORTED || in->op == OP_UNDEFINED)
        text_add(out, "\"%s\"", p->notes[value]);
    else
        text_add(out, "#%d", value);
}

static void print_field(const Program *p, const Insn *in, u32 field, Text *out) {
    i32 value = insn_field(in, field);
    switch (insn_role(in, field)) {
    case ROLE_IM: print_immediate(p, in, field, out); break;
    case ROLE_TG: text_add(out, "L%d", value); break;
    case ROLE_SW: print_cases(p, (u32)value, in->aux, out); break;
    case ROLE_PL: print_list(p, (u32)value, in->aux, out); break;
    default:
        if (reads_floats(in))
            print_float(p, value, in->aux, out);
        else
            print_operand(p, value, insn_cells(p, in, field), out);
    }
}

static void print_operands(const Program *p, const Insn *in, Text *out) {
    print_aux(in, out);
    const char *separator = "";
    for (u32 field = 0; field < FIELDS; field++) {
        Role role = insn_role(in, field);
        if (role == ROLE__ || role_writes(role) ||
            (role_reads(role) && insn_cells(p, in, field) == 0)) {
            continue;
        }
        text_add(out, "%s", separator);
        print_field(p, in, field, out);
        separator = ", ";
    }
}

static void print_call(const Program *p, const Insn *in, Text *out) {
    if (in->op == OP_TRAP) {
        text_add(out, "%s", ir_trap_info[in->a].name);
    } else if (in->op == OP_CALL) {
        text_add(out, "%s", p->funcs[in->a].name);
    } else {
        text_add(out, "*");
        print_operand(p, in->a, 1, out);
    }
    print_list(p, (u32)in->b, in->aux, out);
    if (in->op != OP_TRAP && p->calls[in->c].is_variadic)
        text_add(out, " variadic after %u", p->calls[in->c].fixed_cells);
}

void ir_print_insn(const Program *p, Pc pc, Text *out) {
    const Insn *in = &p->code[pc];
    const OpInfo *info = &ir_op_info[in->op];
    char name[16] = "";
    for (u32 i = 0; info->name[i] && i + 1 < sizeof name; i++)
        name[i] = (char)tolower((unsigned char)info->name[i]);
    text_add(out, "%-12s ", name);
    u32 nresults = role_writes(insn_role(in, 0)) ? insn_cells(p, in, 0) : 0;
    if (nresults) {
        print_operand(p, in->dst, nresults, out);
        text_add(out, " = ");
    }
    switch (info->effect) {
    case EFFECT_CALL:
    case EFFECT_TRAP: print_call(p, in, out); break;
    case EFFECT_LOAD:
    case EFFECT_STORE:
    case EFFECT_RMW:
        if (in->op != OP_VASTART && in->op != OP_VACOPY) {
            print_memory(p, in, out);
            break;
        }
        // fall through
    default: print_operands(p, in, out);
    }
    while (out->s[out->len - 1] == ' ')
        out->s[--out->len] = '\0';
}

// ---- functions ----------------------------------------------------------------------------------

static void mark_label(void *arg, FuncId func, Pc pc) {
    (void)func;
    ((bool *)arg)[pc] = true;
}

static bool *find_labels(const Program *p) {
    bool *is_label = mem_zalloc((size_t)p->ncode + 1);
    for (Pc pc = 0; pc < p->ncode; pc++) {
        u32 ntargets = insn_ntargets(&p->code[pc]);
        for (u32 i = 0; i < ntargets; i++)
            is_label[insn_target(p, &p->code[pc], i)] = true;
    }
    program_each_label(p, mark_label, is_label);
    return is_label;
}

static void print_head(const Program *p, const Function *f, Text *out) {
    text_add(out, "function %s: ", f->name);
    if (f->nparams) {
        text_add(out, "parameters ");
        print_operand(p, 0, f->nparams, out);
        text_add(out, ", ");
    }
    text_add(out, "%s%u cells, returns %u%s%s", f->is_variadic ? "variadic, " : "", f->ncells,
             f->ret_cells, f->is_atomic ? ", atomic" : "", f->is_runtime ? ", runtime" : "");
    if (f->file)
        text_add(out, "    ; %s:%u", p->files[f->file], f->line);
    text_add(out, "\n");
}

static void print_function(const Program *p, const Function *f, const bool *is_label, Text *out) {
    print_head(p, f, out);
    SrcLoc last = {0};
    for (Pc pc = f->start; pc < f->end; pc++) {
        if (is_label[pc])
            text_add(out, "L%u:\n", pc);
        u32 start = out->len;
        text_add(out, "%6u  ", pc);
        ir_print_insn(p, pc, out);
        const SrcLoc *loc = &p->locs[pc];
        if (loc->file && loc->line && (loc->file != last.file || loc->line != last.line)) {
            int used = (int)(out->len - start);
            text_add(out, "%*s; %s:%u", used < COMMENT_COLUMN ? COMMENT_COLUMN - used : 2, "",
                     p->files[loc->file], loc->line);
            last = *loc;
        }
        text_add(out, "\n");
    }
}

void ir_print(const Program *p, Text *out, const char *only, bool with_runtime) {
    bool *is_label = find_labels(p);
    bool is_first = true;
    for (u32 i = 0; i < p->nfuncs; i++) {
        const Function *f = &p->funcs[i];
        bool is_wanted = only ? strcmp(f->name, only) == 0 : with_runtime || !f->is_runtime;
        if (is_wanted && f->start < f->end) {
            text_add(out, is_first ? "" : "\n");
            is_first = false;
            print_function(p, f, is_label, out);
        }
    }
    mem_free(is_label, (size_t)p->ncode + 1);
}
