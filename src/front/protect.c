// SPDX-License-Identifier: Apache-2.0
// Functions whose call means something to heddle: the optimiser must not inline them, nor conclude
// from their bodies what a call does. They are marked before it runs.
#define _GNU_SOURCE
#include "front/front_int.h"

#include <llvm-c/BitReader.h>
#include <llvm-c/BitWriter.h>
#include <string.h>

static const char *const protected_names[] = {"__VERIFIER_atomic_", "reach_error",
                                              "__VERIFIER_error"};

bool protect_is_mentioned(const char *path) {
    Text code = {0};
    Diag d = {0};
    bool is_found = false;
    if (file_read(path, &code, &d)) {
        for (u32 i = 0; i < ARRAY_LEN(protected_names) && !is_found; i++) {
            is_found =
                memmem(code.s, code.len, protected_names[i], strlen(protected_names[i])) != NULL;
        }
    }
    text_done(&code);
    diag_done(&d);
    return is_found;
}

// Also inside C++ names, which have more around them.
static bool is_protected(const char *name) {
    for (u32 i = 0; i < ARRAY_LEN(protected_names); i++)
        if (strstr(name, protected_names[i]))
            return true;
    return false;
}

static void set_attribute(LLVMContextRef ctx, LLVMValueRef fn, const char *name, bool is_set) {
    unsigned kind = LLVMGetEnumAttributeKindForName(name, strlen(name));
    if (is_set) {
        LLVMAddAttributeAtIndex(fn, LLVMAttributeFunctionIndex,
                                LLVMCreateEnumAttribute(ctx, kind, 0));
    } else {
        LLVMRemoveEnumAttributeAtIndex(fn, LLVMAttributeFunctionIndex, kind);
    }
}

static bool mark_functions(LLVMContextRef ctx, LLVMModuleRef mod, const void *arg) {
    static const char *const unwanted[] = {"alwaysinline", "minsize", "optsize", "memory"};
    bool is_any = false;
    (void)arg;
    for (LLVMValueRef fn = LLVMGetFirstFunction(mod); fn; fn = LLVMGetNextFunction(fn)) {
        if (LLVMIsDeclaration(fn) || !is_protected(LLVMGetValueName(fn)))
            continue;
        for (u32 i = 0; i < ARRAY_LEN(unwanted); i++)
            set_attribute(ctx, fn, unwanted[i], false);
        set_attribute(ctx, fn, "noinline", true);
        set_attribute(ctx, fn, "optnone", true);
        is_any = true;
    }
    return is_any;
}

static void ignore_diagnostic(LLVMDiagnosticInfoRef info, void *arg) { (void)info, (void)arg; }

bool bitcode_edit(const char *path, BitcodeEdit *edit, const void *arg) {
    LLVMContextRef ctx = LLVMContextCreate();
    LLVMMemoryBufferRef buffer;
    LLVMModuleRef mod;
    char *message = NULL;
    bool is_changed = false;
    LLVMContextSetDiagnosticHandler(ctx, ignore_diagnostic, NULL);
    if (!LLVMCreateMemoryBufferWithContentsOfFile(path, &buffer, &message)) {
        if (!LLVMParseBitcodeInContext2(ctx, buffer, &mod)) {
            is_changed = edit(ctx, mod, arg) && LLVMWriteBitcodeToFile(mod, path) == 0;
            LLVMDisposeModule(mod);
        }
        LLVMDisposeMemoryBuffer(buffer);
    }
    LLVMDisposeMessage(message);
    LLVMContextDispose(ctx);
    return is_changed;
}

bool protect_functions(const char *path) { return bitcode_edit(path, mark_functions, NULL); }
