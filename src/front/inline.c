// SPDX-License-Identifier: Apache-2.0
// Inline functions that have a body but no definition that others could link to (C's `inline`,
// gnu89's `extern inline`): clang leaves the body out when it does not inline calls. Here it is
// found out which functions lack theirs; driver.c compiles their file again with a declaration that
// makes clang keep it.
#include "front/front_int.h"

#include <llvm-c/BitReader.h>
#include <ctype.h>
#include <string.h>

struct Symbols {
    Front f;
    LLVMModuleRef *mods; // NULL: not looked at
    u32 n;
};

static void ignore_diagnostic(LLVMDiagnosticInfoRef info, void *arg) { (void)info, (void)arg; }

// With the functions, but not yet their code; NULL if it cannot be read.
static LLVMModuleRef read_lazily(LLVMContextRef ctx, const char *path) {
    LLVMMemoryBufferRef buffer;
    LLVMModuleRef mod = NULL;
    char *message = NULL;
    if (!LLVMCreateMemoryBufferWithContentsOfFile(path, &buffer, &message)) {
        if (LLVMGetBitcodeModuleInContext2(ctx, buffer, &mod)) // takes the buffer in any case
            mod = NULL;
    }
    LLVMDisposeMessage(message);
    return mod;
}

Symbols *symbols_new(const FrontOptions *o, const char **paths) {
    Symbols *s = mem_zalloc(sizeof *s);
    s->f = (Front){.o = o, .ctx = LLVMContextCreate()};
    LLVMContextSetDiagnosticHandler(s->f.ctx, ignore_diagnostic, NULL);
    s->n = o->nfiles;
    s->mods = mem_zalloc(s->n * sizeof *s->mods);
    for (u32 i = 0; i < s->n; i++) {
        s->mods[i] = front_is_source(o->files[i]) ? read_lazily(s->f.ctx, paths[i]) : NULL;
        if (s->mods[i])
            s->f.ptr_bits = LLVMPointerSize(LLVMGetModuleDataLayout(s->mods[i])) * 8;
    }
    return s;
}

void symbols_free(Symbols *s) {
    for (u32 i = 0; i < s->n; i++)
        if (s->mods[i])
            LLVMDisposeModule(s->mods[i]);
    LLVMContextDispose(s->f.ctx);
    mem_free(s->mods, s->n * sizeof *s->mods);
    mem_free(s, sizeof *s);
}

// Others can link to it.
static bool is_exported(LLVMModuleRef mod, const char *name) {
    LLVMValueRef fn = LLVMGetNamedFunction(mod, name);
    if (!fn)
        return LLVMGetNamedGlobalAlias(mod, name, strlen(name)) != NULL;
    LLVMLinkage linkage = LLVMGetLinkage(fn);
    return !LLVMIsDeclaration(fn) && linkage != LLVMAvailableExternallyLinkage &&
           linkage != LLVMInternalLinkage && linkage != LLVMPrivateLinkage;
}

static bool is_defined(const Symbols *s, const char *name) {
    bool is = s->f.ptr_bits && module_runtime_defines(s->f.ptr_bits, name);
    for (u32 i = 0; i < s->n && !is; i++)
        is = s->mods[i] && is_exported(s->mods[i], name);
    return is;
}

bool symbols_lacks(const Symbols *s, u32 file) {
    LLVMModuleRef mod = s->mods[file];
    TrapId trap;
    for (LLVMValueRef fn = mod ? LLVMGetFirstFunction(mod) : NULL; fn; fn = LLVMGetNextFunction(fn))
        if (LLVMIsDeclaration(fn) && callee_kind(&s->f, fn, &trap) == CALLEE_MISSING &&
            !is_defined(s, LLVMGetValueName(fn))) {
            return true;
        }
    return false;
}

static bool is_c_name(const char *s) {
    bool is_good = isalpha((unsigned char)s[0]) || s[0] == '_';
    for (; *s && is_good; s++)
        is_good = isalnum((unsigned char)*s) || *s == '_';
    return is_good;
}

void symbols_bodies(const Symbols *s, const char *probe, Arena *arena, Names *out) {
    LLVMModuleRef mod = read_lazily(s->f.ctx, probe);
    for (LLVMValueRef fn = mod ? LLVMGetFirstFunction(mod) : NULL; fn;
         fn = LLVMGetNextFunction(fn)) {
        const char *name = LLVMGetValueName(fn);
        if (LLVMGetLinkage(fn) == LLVMAvailableExternallyLinkage && is_c_name(name) &&
            !is_defined(s, name)) {
            VEC_PUSH(out->at, out->n, out->cap) = arena_text(arena, name);
        }
    }
    if (mod)
        LLVMDisposeModule(mod);
}

void inline_declare(const Names *names, Text *code) {
    if (names->n)
        text_add(code, "#pragma clang diagnostic ignored \"-Weverything\"\n");
    for (u32 i = 0; i < names->n; i++) {
        const char *name = names->at[i];
        // the first is what gnu89 wants, the second what C99 wants
        text_add(code, "__inline__ __typeof__(%s) %s; extern __typeof__(%s) %s;\n", name, name,
                 name, name);
    }
}

// Each file has its own body, which another file's need not be like.
static bool make_static(LLVMContextRef ctx, LLVMModuleRef mod, const void *arg) {
    const Names *names = arg;
    (void)ctx;
    for (u32 i = 0; i < names->n; i++) {
        LLVMValueRef fn = LLVMGetNamedFunction(mod, names->at[i]);
        if (fn && !LLVMIsDeclaration(fn)) {
            LLVMSetVisibility(fn, LLVMDefaultVisibility);
            LLVMSetLinkage(fn, LLVMInternalLinkage);
        }
    }
    return true;
}

bool inline_make_static(const char *path, const Names *names) {
    return bitcode_edit(path, make_static, names);
}
