// SPDX-License-Identifier: Apache-2.0
// Checks that a program is well formed, so that the machine need not: every operand, target and
// index is in range. A complaint here is a bug of the front end.
#include "ir/ir.h"

typedef struct Verifier {
    const Program *p;
    const Function *f;
    Pc pc;
    Diag *d;
} Verifier;

static bool complain(Verifier *v, const char *what, i64 value) {
    const Insn *in = &v->p->code[v->pc];
    return diag_fail(v->d, "malformed code: %s at %u (%s) in %s: %lld", what, v->pc,
                     in->op < OP_COUNT ? ir_op_info[in->op].name : "?", v->f->name,
                     (long long)value);
}

// ---- instructions -------------------------------------------------------------------------------

static bool is_readable(const Verifier *v, i32 operand, u32 n) {
    return operand >= 0 ? (u64)operand + n <= v->f->ncells : (u64)~operand + n <= v->p->nconsts;
}

static bool is_target(const Verifier *v, i32 target) {
    return target >= 0 && (Pc)target >= v->f->start && (Pc)target < v->f->end;
}

static bool check_pool(Verifier *v, const Insn *in, i32 first, bool is_switch) {
    u32 n = is_switch ? 2u * in->aux : in->aux;
    if (first < 0 || (u64)first + n > v->p->npool)
        return complain(v, "operand list outside the pool", first);
    for (u32 i = 0; i < n; i++) {
        i32 value = v->p->pool[(u32)first + i];
        if (is_switch && i % 2 == 1) {
            if (!is_target(v, value))
                return complain(v, "jump out of the function", value);
        } else if (!is_readable(v, value, 1)) {
            return complain(v, "operand in a list out of range", value);
        }
    }
    return true;
}

static bool check_field(Verifier *v, const Insn *in, u32 field) {
    i32 value = insn_field(in, field);
    Role role = insn_role(in, field);
    u32 n = insn_cells(v->p, in, field);
    if (role_writes(role) && n && (value < 0 || (u64)value + n > v->f->ncells))
        return complain(v, "result cell out of range", value);
    if (role_reads(role) && n && !is_readable(v, value, n))
        return complain(v, "operand out of range", value);
    switch (role) {
    case ROLE_TG: return is_target(v, value) || complain(v, "jump out of the function", value);
    case ROLE_FN:
        return (value >= 0 && (u32)value < v->p->nfuncs) || complain(v, "no such function", value);
    case ROLE_PL:
    case ROLE_SW: return check_pool(v, in, value, role == ROLE_SW);
    default: return true;
    }
}

static bool check_call(Verifier *v, const Insn *in) {
    if (in->c < 0 || (u32)in->c >= v->p->ncalls)
        return complain(v, "no such call information", in->c);
    const CallInfo *call = &v->p->calls[in->c];
    if (call->fixed_cells > in->aux)
        return complain(v, "more fixed argument cells than arguments", call->fixed_cells);
    if ((u64)call->first_vararg + call->nvarargs > v->p->nvarargs)
        return complain(v, "variadic arguments outside their table", call->first_vararg);
    for (u32 i = 0; i < call->nvarargs; i++) {
        const VarArg *arg = &v->p->varargs[call->first_vararg + i];
        if ((u64)arg->arg + arg->cells > in->aux)
            return complain(v, "variadic argument without operands", arg->arg);
    }
    return true;
}

static bool is_in(i64 value, i64 low, i64 high) { return low <= value && value <= high; }

// Immediate fields, where a wrong one would make the machine index a table or shift too far.
static bool check_immediates(Verifier *v, const Insn *in) {
    const Program *p = v->p;
    switch (in->op) {
    case OP_TRUNC:
    case OP_ITOF:
    case OP_FTOI:
    case OP_FTOI80:
    case OP_ITOF80:
    case OP_OVF:
    case OP_SAT: return is_in(in->c, 1, 64) || complain(v, "width", in->c);
    case OP_SEXT:
        return (is_in(in->b, 1, 64) && is_in(in->c, 1, 64)) || complain(v, "width", in->b);
    case OP_ASSERT: return in->aux < v->p->nasserts || complain(v, "assertion", in->aux);
    case OP_SEXT128: return is_in(in->b, 1, 64) || complain(v, "width", in->b);
    case OP_SEXTHI:
    case OP_MASKHI: return is_in(in->b, 65, 127) || complain(v, "width", in->b);
    case OP_FCMP:
    case OP_FCMP80: return is_in(in->c, 0, 15) || complain(v, "predicate", in->c);
    case OP_FMATH:
    case OP_FMATH80: return is_in(in->c, 0, FF_COUNT - 1) || complain(v, "function number", in->c);
    case OP_BITFN:
        return (in->aux < BIT_FN_COUNT && is_in(in->c, 1, 64)) ||
               complain(v, "function or width", in->c);
    case OP_LOADN: return is_in(in->b, 1, 8) || complain(v, "size", in->b);
    case OP_LOADW: return is_in(in->b, 9, 16) || complain(v, "size", in->b);
    case OP_STOREN: return is_in(in->dst, 1, 8) || complain(v, "size", in->dst);
    case OP_STOREW: return is_in(in->dst, 9, 16) || complain(v, "size", in->dst);
    case OP_DOWN: return is_in(in->b, 2, INT32_MAX) || complain(v, "size", in->b);
    case OP_RMW:
        return (in->aux >> 8 < RMW_FN_COUNT && is_in(in->c, 1, 8)) ||
               complain(v, "function or size", in->c);
    case OP_CAS: return is_in(in->aux >> 8, 1, 8) || complain(v, "size", in->aux >> 8);
    case OP_TLSADDR:
        return (is_in(in->a, 1, p->nglobals) && p->globals[in->a].is_tls) ||
               complain(v, "no such variable", in->a);
    case OP_UNSUPPORTED:
    case OP_UNDEFINED:
        return is_in(in->a, 0, (i64)p->nnotes - 1) || complain(v, "no such note", in->a);
    case OP_TRAP:
        return (is_in(in->a, 0, TRAP_COUNT - 1) && in->aux >= ir_trap_info[in->a].nargs &&
                is_in(in->c, 0, 128)) ||
               complain(v, "trap or its arguments", in->a);
    default: return true;
    }
}

static bool check_insn(Verifier *v) {
    const Insn *in = &v->p->code[v->pc];
    if (in->op >= OP_COUNT)
        return complain(v, "no such instruction", in->op);
    // Before the fields: how many cells they have may depend on it.
    if (ir_op_info[in->op].effect == EFFECT_CALL && !check_call(v, in))
        return false;
    for (u32 field = 0; field < FIELDS; field++)
        if (!check_field(v, in, field))
            return false;
    if (v->pc + 1 == v->f->end && insn_falls_through(in))
        return complain(v, "control leaves the function", in->op);
    const SrcLoc *loc = &v->p->locs[v->pc];
    if (loc->file >= v->p->nfiles || (loc->file != 0 && loc->scope >= v->p->nfuncs))
        return complain(v, "source file or scope out of range", loc->file);
    return check_immediates(v, in);
}

// ---- tables -------------------------------------------------------------------------------------

static bool check_functions(Verifier *v) {
    const Program *p = v->p;
    Pc end = 0;
    for (u32 i = 0; i < p->nfuncs; i++) {
        const Function *f = v->f = &p->funcs[i];
        if (f->start < end || f->end < f->start || f->end > p->ncode)
            return diag_fail(v->d, "malformed program: code of %s out of order or range", f->name);
        end = f->end;
        if (f->nparams > f->ncells || f->file >= p->nfiles) {
            return diag_fail(v->d, "malformed program: parameters or file of %s out of range",
                             f->name);
        }
        for (v->pc = f->start; v->pc < f->end; v->pc++)
            if (!check_insn(v))
                return false;
    }
    if (p->entry >= p->nfuncs || p->funcs[p->entry].start == p->funcs[p->entry].end)
        return diag_fail(v->d, "malformed program: no entry function");
    return true;
}

static bool are_tags_valid(const Program *p, const Tag *tags, u32 ntags, u32 size) {
    u64 end = 0;
    for (u32 i = 0; i < ntags; i++) {
        if (tags[i].off < end || (u64)tags[i].off + tags[i].len > size || tags[i].len == 0 ||
            (!program_has_object(p, tags[i].obj) && !tag_is_given(tags[i].obj))) {
            return false;
        }
        end = (u64)tags[i].off + tags[i].len;
    }
    return true;
}

static bool check_global(const Program *p, const Global *g, Diag *d) {
    if (g->file >= p->nfiles || (g->type && g->type >= p->ntypes))
        return diag_fail(d, "malformed program: file or type of %s out of range", g->name);
    if (g->is_const || g->is_tls) {
        return are_tags_valid(p, g->tags, g->ntags, g->size) ||
               diag_fail(d, "malformed program: pointers in %s out of range", g->name);
    }
    if (g->block >= p->nblocks || (u64)g->offset + g->size > p->blocks[g->block].size)
        return diag_fail(d, "malformed program: %s lies outside its block", g->name);
    return true;
}

static bool is_constant(const Program *p, Cell c) {
    switch (tag_class(c.tag)) {
    case TAG_IS_NUMBER:
    case TAG_IS_UNWRITTEN: return true;
    case TAG_IS_OBJECT: return program_has_object(p, c.tag);
    case TAG_IS_GIVEN:
    case TAG_IS_ADDRESS: break;
    }
    return false;
}

static bool check_data(const Program *p, Diag *d) {
    for (u32 i = 0; i < p->nconsts; i++)
        if (!is_constant(p, p->consts[i]))
            return diag_fail(d, "malformed program: constant %u points to no object", i);
    for (u32 i = 0; i < p->nblocks; i++)
        if (!are_tags_valid(p, p->blocks[i].tags, p->blocks[i].ntags, p->blocks[i].size))
            return diag_fail(d, "malformed program: pointers in block %u out of range", i);
    for (u32 i = 1; i <= p->nglobals; i++)
        if (!check_global(p, &p->globals[i], d))
            return false;
    return true;
}

static bool check_types(const Program *p, Diag *d) {
    for (u32 i = 0; i < p->ntypes; i++) {
        const Type *t = &p->types[i];
        bool is_ok = t->elem == 0 || t->elem < p->ntypes;
        for (u32 m = 0; is_ok && m < t->nmembers; m++)
            is_ok = t->members[m].type == 0 || t->members[m].type < p->ntypes;
        if (!is_ok)
            return diag_fail(d, "malformed program: type %u refers to no type", i);
    }
    return true;
}

static bool check_vars(Verifier *v) {
    const Program *p = v->p;
    for (u32 i = 0; i < p->nvars; i++) {
        const VarValue *var = &p->vars[i];
        if (var->pc >= p->ncode || (i > 0 && var->pc < p->vars[i - 1].pc)) {
            return diag_fail(v->d,
                             "malformed program: variables are not in the order of their code");
        }
        v->f = &p->funcs[program_func_at(p, var->pc)];
        if (!is_readable(v, var->operand, 1) || (var->type && var->type >= p->ntypes)) {
            return diag_fail(v->d,
                             "malformed program: value or type of variable %s in %s out of range",
                             var->name, v->f->name);
        }
    }
    return true;
}

bool ir_verify(const Program *p, Diag *d) {
    Verifier v = {.p = p, .d = d};
    return check_functions(&v) && check_data(p, d) && check_types(p, d) && check_vars(&v);
}
