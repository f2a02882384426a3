// SPDX-License-Identifier: Apache-2.0
// --stub NAME=nondet|0|abort: bodies for functions, and contents for variables, that the program
// only declares.
//
// A function that is named gets its body before the library models are linked: models are weak, so
// it replaces one of the same name. Variables, and what '*' stands for, get theirs when the models
// are linked and it is known what nothing defines. Bodies count as library code, so that reports
// name the place of the call.
#include "front/front_int.h"

#include <ctype.h>
#include <string.h>

typedef enum StubKind { STUB_NONDET, STUB_ZERO, STUB_ABORT, STUB_BAD } StubKind;
static const char *const kind_words[] = {
    [STUB_NONDET] = "nondet", [STUB_ZERO] = "0", [STUB_ABORT] = "abort"};

typedef struct Stub {
    char name[256];
    StubKind kind;
} Stub;

// ---- the list -----------------------------------------------------------------------------------

static StubKind kind_of_word(const char *word, size_t len) {
    StubKind kind = STUB_NONDET;
    while (kind != STUB_BAD &&
           (strlen(kind_words[kind]) != len || memcmp(kind_words[kind], word, len) != 0)) {
        kind++;
    }
    return kind;
}

static bool is_all(const char *name) { return strcmp(name, "*") == 0; }

static bool is_name(const char *s, size_t len) {
    if (len == 1 && *s == '*')
        return true;
    bool is_good = len > 0 && len < sizeof((Stub *)0)->name && !isdigit((unsigned char)s[0]);
    for (size_t i = 0; i < len && is_good; i++)
        is_good = isalnum((unsigned char)s[i]) || s[i] == '_' || s[i] == '$';
    return is_good;
}

// Takes the next stub off the list; false with a message if it is not one.
static bool read_stub(const char **list, Stub *s, Diag *d) {
    const char *word = *list;
    size_t len = strcspn(word, ","), name = strcspn(word, "=");
    if (name >= len || !is_name(word, name)) {
        return diag_fail(d, "--stub: '%.*s' is not NAME=nondet, NAME=0 or NAME=abort", (int)len,
                         word);
    }
    s->kind = kind_of_word(word + name + 1, len - name - 1);
    if (s->kind == STUB_BAD) {
        return diag_fail(d,
                         "--stub: '%.*s': a stub is nondet (an unknown value), 0 or abort; for "
                         "anything else, give a C file that defines %.*s",
                         (int)len, word, (int)name, word);
    }
    memcpy(s->name, word, name);
    s->name[name] = '\0';
    *list = word[len] ? word + len + 1 : NULL;
    return true;
}

bool stub_check(const char *list, Diag *d) {
    while (list) {
        Stub s, other;
        if (!read_stub(&list, &s, d))
            return false;
        for (const char *rest = list; rest;) {
            if (!read_stub(&rest, &other, d))
                return false;
            if (strcmp(s.name, other.name) == 0)
                return diag_fail(d, "--stub: %s is given twice", s.name);
        }
    }
    return true;
}

// ---- what can be replaced -----------------------------------------------------------------------

static bool has_prefix(const char *s, const char *prefix) {
    return strncmp(s, prefix, strlen(prefix)) == 0;
}

static bool is_open(LLVMValueRef v) { return LLVMIsDeclaration(v) && LLVMGetFirstUse(v); }

static void consider(LLVMValueRef v, const char *name, u32 *best, const char **near) {
    u32 distance = text_distance(name, LLVMGetValueName(v));
    if (is_open(v) && distance < *best) {
        *best = distance;
        *near = LLVMGetValueName(v);
    }
}

static bool fail_unused(Front *f, const char *name) {
    const char *near = NULL;
    u32 best = (u32)strlen(name) / 3 + 1;
    for (LLVMValueRef v = LLVMGetFirstFunction(f->mod); v; v = LLVMGetNextFunction(v))
        consider(v, name, &best, &near);
    for (LLVMValueRef v = LLVMGetFirstGlobal(f->mod); v; v = LLVMGetNextGlobal(v))
        consider(v, name, &best, &near);
    if (near)
        return front_fail(f, "--stub: the program does not use %s; did you mean %s?", name, near);
    return front_fail(f, "--stub: the program does not use %s", name);
}

// Functions that are part of heddle, or that the front end turns into instructions.
static bool is_ours(const Front *f, LLVMValueRef fn) {
    const char *name = LLVMGetValueName(fn);
    TrapId trap;
    CalleeKind kind = callee_kind(f, fn, &trap);
    return has_prefix(name, "__heddle_") || has_prefix(name, "__rt_") ||
           strcmp(name, "reach_error") == 0 || strcmp(name, "__VERIFIER_error") == 0 ||
           kind == CALLEE_INTRINSIC || kind == CALLEE_TRAP || kind == CALLEE_BULK;
}

static bool has_attribute(LLVMValueRef fn, LLVMAttributeIndex at, const char *name) {
    return LLVMGetEnumAttributeAtIndex(fn, at,
                                       LLVMGetEnumAttributeKindForName(name, strlen(name))) != NULL;
}

static bool returns_struct(LLVMValueRef fn, LLVMTypeRef result) {
    bool is_through_pointer = LLVMCountParams(fn) > 0 && has_attribute(fn, 1, "sret");
    return is_through_pointer || type_is_aggregate(result) || type_is_vector(result);
}

// The machine has unknown values of these types.
static bool can_be_unknown(LLVMTypeRef type) {
    LLVMTypeKind k = LLVMGetTypeKind(type);
    return k == LLVMVoidTypeKind || k == LLVMPointerTypeKind || k == LLVMFloatTypeKind ||
           k == LLVMDoubleTypeKind || (k == LLVMIntegerTypeKind && LLVMGetIntTypeWidth(type) <= 64);
}

static bool is_noreturn(LLVMValueRef fn) {
    return has_attribute(fn, (LLVMAttributeIndex)LLVMAttributeFunctionIndex, "noreturn");
}

const char *stub_kinds(LLVMValueRef fn) {
    LLVMTypeRef result = LLVMGetReturnType(LLVMGlobalGetValueType(fn));
    if (is_noreturn(fn) || returns_struct(fn, result))
        return "abort";
    return can_be_unknown(result) ? "nondet|0|abort" : "0|abort";
}

static bool can_replace(Front *f, LLVMValueRef fn, const Stub *s) {
    const char *name = s->name;
    LLVMTypeRef result = LLVMGetReturnType(LLVMGlobalGetValueType(fn));
    if (is_ours(f, fn)) {
        return front_fail(f, "--stub: %s is part of what heddle itself does and cannot be replaced",
                          name);
    }
    if (s->kind == STUB_ABORT)
        return true;
    if (is_noreturn(fn)) {
        return front_fail(
            f, "--stub: %s is declared as a function that does not return; only %s=abort fits it",
            name, name);
    }
    if (returns_struct(fn, result)) {
        return front_fail(
            f, "--stub: %s returns a struct; use %s=abort, or give a C file that defines it", name,
            name);
    }
    if (s->kind == STUB_NONDET && !can_be_unknown(result)) {
        return front_fail(f,
                          "--stub: %s returns a type of which heddle has no unknown values; use "
                          "%s=0 or %s=abort, or "
                          "give a C file that defines it",
                          name, name, name);
    }
    return true;
}

// ---- bodies -------------------------------------------------------------------------------------

// A call of one of the machine's functions. When the name is taken for another type, LLVM puts a
// number behind it, which callee_kind accepts for unknown values.
static LLVMValueRef call_machine(Front *f, LLVMBuilderRef b, const char *name, LLVMTypeRef result,
                                 LLVMValueRef *args, unsigned n) {
    LLVMTypeRef types[2];
    ENSURE(n <= ARRAY_LEN(types));
    for (unsigned i = 0; i < n; i++)
        types[i] = LLVMTypeOf(args[i]);
    LLVMTypeRef type = LLVMFunctionType(result, types, n, false);
    LLVMValueRef fn = LLVMGetNamedFunction(f->mod, name);
    if (!fn || LLVMGlobalGetValueType(fn) != type)
        fn = LLVMAddFunction(f->mod, name, type);
    return LLVMBuildCall2(b, type, fn, args, n, "");
}

static LLVMValueRef unknown_value(Front *f, LLVMBuilderRef b, LLVMTypeRef type) {
    LLVMTypeKind k = LLVMGetTypeKind(type);
    LLVMTypeRef int_type = LLVMInt32TypeInContext(f->ctx);
    // few values: all are tried at once
    if (k == LLVMIntegerTypeKind && LLVMGetIntTypeWidth(type) <= 8) {
        LLVMValueRef count = LLVMConstInt(int_type, 1ull << LLVMGetIntTypeWidth(type), false);
        return LLVMBuildTrunc(b, call_machine(f, b, "__heddle_choose", int_type, &count, 1), type,
                              "");
    }
    return call_machine(f, b, "__heddle_unknown_stub", type, NULL, 0);
}

LLVMValueRef stub_truth(Front *f, LLVMBuilderRef b) {
    return unknown_value(f, b, LLVMInt1TypeInContext(f->ctx));
}

static void build_abort(Front *f, LLVMBuilderRef b, const char *name) {
    Text text = {0};
    text_add(&text, "call of %s, which --stub turned into abort", name);
    LLVMValueRef args[] = {LLVMConstInt(LLVMInt32TypeInContext(f->ctx), FAULT_ASSERTION, false),
                           LLVMBuildGlobalStringPtr(b, text_str(&text), "")};
    call_machine(f, b, "__heddle_fail", LLVMVoidTypeInContext(f->ctx), args, 2);
    LLVMBuildUnreachable(b);
    text_done(&text);
}

static void make_ours(Front *f, LLVMValueRef fn) {
    LLVMSetLinkage(fn, LLVMExternalLinkage);
    LLVMGlobalSetMetadata(fn, f->kind_runtime, LLVMMDNodeInContext2(f->ctx, NULL, 0));
}

static void build_body(Front *f, LLVMValueRef fn, StubKind kind) {
    LLVMTypeRef result = LLVMGetReturnType(LLVMGlobalGetValueType(fn));
    LLVMBuilderRef b = LLVMCreateBuilderInContext(f->ctx);
    LLVMPositionBuilderAtEnd(b, LLVMAppendBasicBlockInContext(f->ctx, fn, ""));
    if (kind == STUB_ABORT)
        build_abort(f, b, LLVMGetValueName(fn));
    else if (LLVMGetTypeKind(result) == LLVMVoidTypeKind)
        LLVMBuildRetVoid(b);
    else
        LLVMBuildRet(b, kind == STUB_ZERO ? LLVMConstNull(result) : unknown_value(f, b, result));
    LLVMDisposeBuilder(b);
    make_ours(f, fn);
}

static bool replace(Front *f, const Stub *s) {
    LLVMValueRef fn = LLVMGetNamedFunction(f->mod, s->name);
    if (is_all(s->name) || LLVMGetNamedGlobal(f->mod, s->name))
        return true; // later
    if ((fn && !LLVMIsDeclaration(fn)) ||
        LLVMGetNamedGlobalAlias(f->mod, s->name, strlen(s->name))) {
        return front_fail(
            f, "--stub: %s is defined in the program; only what it does not define can be replaced",
            s->name);
    }
    if (!fn || !is_open(fn))
        return fail_unused(f, s->name);
    if (!can_replace(f, fn, s))
        return false;
    build_body(f, fn, s->kind);
    return true;
}

bool stub_replace(Front *f) {
    for (const char *list = f->o->stubs; list;) {
        Stub s;
        if (!read_stub(&list, &s, f->d) || !replace(f, &s))
            return false;
    }
    return true;
}

// ---- variables ----------------------------------------------------------------------------------

#define MOST_UNKNOWN_BYTES 1024 // each part of a variable can be an object of its own

static bool has_size(const Front *f, LLVMTypeRef type) {
    return LLVMTypeIsSized(type) && LLVMABISizeOfType(f->td, type) > 0;
}

static bool can_be_unknown_variable(const Front *f, LLVMValueRef var) {
    LLVMTypeRef type = LLVMGlobalGetValueType(var);
    if (LLVMIsThreadLocal(var) || LLVMABISizeOfType(f->td, type) > MOST_UNKNOWN_BYTES ||
        type_problem(f, type)) {
        return false;
    }
    Leaves leaves = {0};
    type_leaves(f, type, &leaves);
    bool is_good = true;
    for (u32 i = 0; i < leaves.n; i++)
        is_good &= can_be_unknown(leaves.at[i].type);
    VEC_FREE(leaves.at, leaves.cap);
    return is_good;
}

const char *stub_contents(const Front *f, LLVMValueRef var) {
    if (!has_size(f, LLVMGlobalGetValueType(var)))
        return "";
    return can_be_unknown_variable(f, var) ? "nondet|0" : "0";
}

// NULL if the variable can be given such contents, otherwise why not.
static const char *problem_of(const Front *f, LLVMValueRef var, StubKind kind) {
    const char *kinds = stub_contents(f, var);
    if (kind == STUB_ABORT)
        return "is a variable, which can be nondet or 0";
    if (!kinds[0])
        return "is a variable of which the program does not say how large it is";
    if (!strstr(kinds, kind_words[kind]))
        return "is a variable that is too large to be unknown, is thread-local, or has parts of "
               "which heddle has no unknown values";
    return NULL;
}

// A function, called before the program starts, that stores an unknown value in each part. Of a
// variable with several parts the small ones are not chosen at once: that would be all combinations
// of them.
static void build_unknown(Front *f, LLVMValueRef var, Text *kept) {
    LLVMTypeRef type = LLVMGlobalGetValueType(var), byte = LLVMInt8TypeInContext(f->ctx);
    const char *name = arena_printf(f->p->arena, UNKNOWN_VARIABLE "%s", LLVMGetValueName(var));
    LLVMValueRef fn = LLVMAddFunction(
        f->mod, name, LLVMFunctionType(LLVMVoidTypeInContext(f->ctx), NULL, 0, false));
    LLVMBuilderRef b = LLVMCreateBuilderInContext(f->ctx);
    LLVMPositionBuilderAtEnd(b, LLVMAppendBasicBlockInContext(f->ctx, fn, ""));
    Leaves leaves = {0};
    type_leaves(f, type, &leaves);
    for (u32 i = 0; i < leaves.n; i++) {
        LLVMTypeRef part = leaves.at[i].type;
        LLVMValueRef at = LLVMConstInt(LLVMInt64TypeInContext(f->ctx), leaves.at[i].offset, false);
        LLVMValueRef value = leaves.n == 1
                                 ? unknown_value(f, b, part)
                                 : call_machine(f, b, "__heddle_unknown_stub", part, NULL, 0);
        LLVMBuildStore(b, value, LLVMBuildGEP2(b, byte, var, &at, 1, ""));
    }
    VEC_FREE(leaves.at, leaves.cap);
    LLVMBuildRetVoid(b);
    LLVMDisposeBuilder(b);
    make_ours(f, fn);
    module_keep(kept, LLVMGetValueName(fn));
}

static void define_variable(Front *f, LLVMValueRef var, StubKind kind, Text *kept) {
    ENSURE(LLVMIsDeclaration(var) && !problem_of(f, var, kind));
    if (kind == STUB_NONDET) {
        build_unknown(f, var, kept);
        LLVMSetGlobalConstant(var, false);
    }
    LLVMSetInitializer(var, LLVMConstNull(LLVMGlobalGetValueType(var)));
    LLVMSetLinkage(var, LLVMExternalLinkage);
}

static bool define_named(Front *f, const Stub *s, Text *kept) {
    LLVMValueRef var = LLVMGetNamedGlobal(f->mod, s->name);
    if (!var)
        return true; // a function, which has its body
    if (!LLVMIsDeclaration(var)) {
        return front_fail(f,
                          "--stub: %s is defined %s; only a variable that nothing defines can be "
                          "given contents",
                          s->name, module_is_runtime(f, var) ? "by heddle" : "in the program");
    }
    if (!is_open(var))
        return fail_unused(f, s->name);
    const char *problem = problem_of(f, var, s->kind);
    if (problem)
        return front_fail(f, "--stub: %s %s; give a C file that defines it", s->name, problem);
    define_variable(f, var, s->kind, kept);
    return true;
}

// What does not fit stays undefined.
static void define_all(Front *f, StubKind kind, Text *kept) {
    for (LLVMValueRef fn = LLVMGetFirstFunction(f->mod); fn; fn = LLVMGetNextFunction(fn))
        if (module_is_undefined(f, fn) && strstr(stub_kinds(fn), kind_words[kind]))
            build_body(f, fn, kind);
    for (LLVMValueRef v = LLVMGetFirstGlobal(f->mod); v; v = LLVMGetNextGlobal(v))
        if (module_is_undefined(f, v) && !problem_of(f, v, kind))
            define_variable(f, v, kind, kept);
}

bool stub_define(Front *f, Text *kept) {
    StubKind all = STUB_BAD;
    for (const char *list = f->o->stubs; list;) {
        Stub s;
        if (!read_stub(&list, &s, f->d))
            return false;
        if (is_all(s.name))
            all = s.kind;
        else if (!define_named(f, &s, kept))
            return false;
    }
    if (all != STUB_BAD)
        define_all(f, all, kept);
    return true;
}
