// SPDX-License-Identifier: Apache-2.0
// Inline assembly: compiler barriers, pause and fences are understood (also the locked instruction
// on the stack that changes nothing, x86's quickest fence), and outputs that are tied to inputs;
// nothing else is. Assembly outside of functions is left out where that hides nothing.
#include "front/front_int.h"

#include <ctype.h>
#include <string.h>

#define MOST_OUTPUTS 16

typedef enum AsmKind { ASM_NOTHING, ASM_FENCE, ASM_OTHER } AsmKind;

typedef struct Statement {
    const char *s;
    size_t n;
} Statement;

static Statement trimmed(const char *s, size_t n) {
    while (n && isspace((unsigned char)*s))
        s++, n--;
    while (n && isspace((unsigned char)s[n - 1]))
        n--;
    return (Statement){s, n};
}

// Takes the text off the front, and white space behind it.
static bool take(Statement *t, const char *text) {
    size_t n = strlen(text);
    if (t->n < n || memcmp(t->s, text, n) != 0)
        return false;
    *t = trimmed(t->s + n, t->n - n);
    return true;
}

static bool take_any(Statement *t, const char *const *texts) {
    for (; *texts; texts++)
        if (take(t, *texts))
            return true;
    return false;
}

// A number before the parenthesis of an address.
static void take_offset(Statement *t) {
    bool is_hexadecimal = (take(t, "-"), take(t, "0x"));
    while (t->n &&
           (is_hexadecimal ? isxdigit((unsigned char)*t->s) : isdigit((unsigned char)*t->s)))
        t->s++, t->n--;
}

// addl $0,-4(%rsp) and the like: what lies on the stack stays as it is. As LLVM writes it, with two
// dollars.
static bool changes_nothing(Statement t) {
    static const char *const operations[] = {"add", "or", "sub", "xor", NULL};
    static const char *const sizes[] = {"b", "w", "l", "q", NULL};
    static const char *const places[] = {"(%rsp)", "(%esp)", NULL};
    if (!take_any(&t, operations) || !take_any(&t, sizes) || !take(&t, "$$0") || !take(&t, ","))
        return false;
    take_offset(&t);
    return take_any(&t, places) && t.n == 0;
}

static AsmKind statement_kind(Statement t) {
    static const struct {
        const char *text;
        AsmKind kind;
    } known[] = {{"", ASM_NOTHING},     {"nop", ASM_NOTHING},     {"pause", ASM_NOTHING},
                 {"rep", ASM_NOTHING},  {"rep nop", ASM_NOTHING}, {"mfence", ASM_FENCE},
                 {"lfence", ASM_FENCE}, {"sfence", ASM_FENCE}};
    if (t.n && *t.s == '#')
        return ASM_NOTHING; // a comment
    for (u32 i = 0; i < ARRAY_LEN(known); i++)
        if (strlen(known[i].text) == t.n && memcmp(known[i].text, t.s, t.n) == 0)
            return known[i].kind;
    return ASM_OTHER;
}

static AsmKind text_kind(const char *s, size_t n) {
    AsmKind kind = ASM_NOTHING;
    bool is_locked = false; // by a prefix, which may stand before a separator
    for (size_t i = 0; i <= n;) {
        size_t end = i;
        while (end < n && s[end] != ';' && s[end] != '\n')
            end++;
        Statement t = trimmed(s + i, end - i);
        is_locked = take(&t, "lock") || is_locked;
        if (!is_locked || t.n) {
            AsmKind part = !is_locked           ? statement_kind(t)
                           : changes_nothing(t) ? ASM_FENCE
                                                : ASM_OTHER;
            kind = part > kind ? part : kind;
            is_locked = false;
        }
        i = end + 1;
    }
    return is_locked ? ASM_OTHER : kind;
}

typedef struct Outputs {
    u32 n;
    bool is_direct[MOST_OUTPUTS]; // part of the call's result
    i32 arg[MOST_OUTPUTS];        // the argument tied to it, -1 if there is none
} Outputs;

// Reads one constraint; false if there are too many outputs.
static bool read_constraint(const char *s, size_t n, u32 *nargs, Outputs *out) {
    if (n == 0 || *s == '~' || *s == '!')
        return true; // a clobber
    if (*s == '=' || *s == '+') {
        if (out->n == MOST_OUTPUTS)
            return false;
        bool is_direct = !memchr(s, '*', n);
        out->is_direct[out->n] = is_direct;
        out->arg[out->n++] = -1;
        *nargs += !is_direct;
        return true;
    }
    if (isdigit((unsigned char)*s)) {
        u32 which = (u32)(*s - '0');
        if (n == 2 && isdigit((unsigned char)s[1]))
            which = which * 10 + (u32)(s[1] - '0');
        if (which < out->n)
            out->arg[which] = (i32)*nargs;
    }
    ++*nargs;
    return true;
}

static bool read_constraints(const char *s, size_t n, Outputs *out) {
    u32 nargs = 0;
    for (size_t i = 0; i < n;) {
        size_t end = i;
        while (end < n && s[end] != ',')
            end++;
        if (!read_constraint(s + i, end - i, &nargs, out))
            return false;
        i = end + 1;
    }
    return true;
}

static bool pass_outputs(Lower *l, LLVMValueRef call, const Outputs *out) {
    LLVMTypeRef type = LLVMTypeOf(call);
    u32 total = type_cells(l->f, type), at = 0;
    i32 dst = total ? result_of(l, call) : 0;
    for (u32 i = 0; i < out->n; i++) {
        if (!out->is_direct[i])
            return false; // writes to memory
        if (out->arg[i] < 0 || (u32)out->arg[i] >= LLVMGetNumArgOperands(call))
            return false;
        LLVMValueRef arg = LLVMGetOperand(call, (unsigned)out->arg[i]);
        u32 n = type_cells(l->f, LLVMTypeOf(arg));
        if (at + n > total)
            return false;
        emit_move(l, dst + (i32)at, operand_of(l, arg), n);
        at += n;
    }
    return at == total;
}

// An empty text whose only outputs in memory are also inputs ("+m") changes nothing.
static bool is_memory_barrier(const Outputs *out, AsmKind kind) {
    for (u32 i = 0; i < out->n; i++)
        if (out->is_direct[i])
            return false;
    return out->n && kind == ASM_NOTHING;
}

void lower_asm(Lower *l, LLVMValueRef v, LLVMValueRef text) {
    size_t n, nconstraints;
    const char *s = LLVMGetInlineAsmAsmString(text, &n);
    const char *constraints = LLVMGetInlineAsmConstraintString(text, &nconstraints);
    AsmKind kind = text_kind(s, n);
    Outputs out = {0};
    bool is_known = kind != ASM_OTHER && read_constraints(constraints, nconstraints, &out);
    if (is_known)
        is_known = is_memory_barrier(&out, kind) || pass_outputs(l, v, &out);
    if (!is_known) {
        emit_unsupported(l, "inline assembly \"%.*s\"", (int)(n > 60 ? 60 : n), s);
        return;
    }
    emit(l, kind == ASM_FENCE ? OP_FENCE : OP_NOP, 0, 0, 0, 0,
         kind == ASM_FENCE ? MEM_ACQUIRE | MEM_RELEASE : 0);
}

// ---- outside of functions -----------------------------------------------------------------------

static bool next_statement(const char **at, Statement *out) {
    if (!**at)
        return false;
    *at += strspn(*at, " \t\n;");
    *out = (Statement){*at, strcspn(*at, "\n;")};
    *at += out->n;
    return true;
}

// It says something of a name, and gives it no other meaning.
static bool is_remark(Statement t) {
    static const char *const known[] = {"#",     ".symver", ".globl", ".global",    ".type",
                                        ".size", ".hidden", ".ident", ".protected", ".file"};
    for (u32 i = 0; i < ARRAY_LEN(known); i++)
        if (t.n >= strlen(known[i]) && memcmp(t.s, known[i], strlen(known[i])) == 0)
            return true;
    return false;
}

static bool is_word_character(char c) { return isalnum((unsigned char)c) || c == '_' || c == '$'; }

static bool mentions(Statement t, const char *word, bool is_whole) {
    size_t n = strlen(word);
    for (size_t i = 0; n && i + n <= t.n; i++) {
        bool is_part = (i > 0 && is_word_character(t.s[i - 1])) ||
                       (i + n < t.n && is_word_character(t.s[i + n]));
        if (memcmp(t.s + i, word, n) == 0 && !(is_whole && is_part))
            return true;
    }
    return false;
}

// Code that somebody calls before main, or after it.
static bool is_of_start(Statement t) {
    static const char *const sections[] = {".init", ".fini", ".preinit", ".ctors", ".dtors"};
    for (u32 i = 0; i < ARRAY_LEN(sections); i++)
        if (mentions(t, sections[i], false))
            return true;
    return false;
}

// Its definition gives way to one in assembly.
static bool gives_way(const Front *f, LLVMValueRef v) {
    LLVMLinkage linkage = LLVMGetLinkage(v);
    return !LLVMIsDeclaration(v) &&
           (module_is_runtime(f, v) || linkage == LLVMWeakAnyLinkage ||
            linkage == LLVMWeakODRLinkage || linkage == LLVMLinkOnceAnyLinkage ||
            linkage == LLVMLinkOnceODRLinkage || linkage == LLVMCommonLinkage);
}

static const char *replaced_by(const Front *f, Statement t) {
    for (LLVMValueRef v = LLVMGetFirstFunction(f->mod); v; v = LLVMGetNextFunction(v))
        if (gives_way(f, v) && mentions(t, LLVMGetValueName(v), true))
            return LLVMGetValueName(v);
    for (LLVMValueRef v = LLVMGetFirstGlobal(f->mod); v; v = LLVMGetNextGlobal(v))
        if (gives_way(f, v) && mentions(t, LLVMGetValueName(v), true))
            return LLVMGetValueName(v);
    return NULL;
}

// SOUND: what assembly defines is undefined without it, and a run that comes to that is cut. Left
// out it could only hide code that runs by itself, or a definition that wins over one we have.
bool asm_check_outside(Front *f) {
    size_t n;
    const char *at = LLVMGetModuleInlineAsm(f->mod, &n);
    for (Statement t; n && next_statement(&at, &t);) {
        if (is_remark(t))
            continue;
        if (is_of_start(t))
            return front_fail(f, "assembly outside of functions that adds to a program's start or "
                                 "end is not supported");
        const char *name = replaced_by(f, t);
        if (name)
            return front_fail(
                f, "assembly outside of functions that may define %s is not supported", name);
    }
    return true;
}
