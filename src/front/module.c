// SPDX-License-Identifier: Apache-2.0
// LLVM modules: reading, linking with the runtime, clean-up passes, and what is missing from them.
#include "front/front_int.h"

#include <llvm-c/Analysis.h>
#include <llvm-c/BitReader.h>
#include <llvm-c/IRReader.h>
#include <llvm-c/Linker.h>
#include <llvm-c/Transforms/PassBuilder.h>
#include <string.h>

// The library models, embedded by the build: those in C, and those in C++, which use them. The
// names of the functions that others can link to are sorted lines. The 32-bit ones are absent where
// the build machine cannot make them.
#define MODELS(X) X(runtime) X(runtime_cxx) X(runtime32) X(runtime32_cxx)
#define DECLARE(name)                                                                              \
    extern const unsigned char heddle_##name[], heddle_##name##_names[];                           \
    extern const size_t heddle_##name##_size, heddle_##name##_names_size;
#define ROW(name)                                                                                  \
    {heddle_##name, &heddle_##name##_size, heddle_##name##_names, &heddle_##name##_names_size},
MODELS(DECLARE)

typedef struct Models {
    const unsigned char *code;
    const size_t *size;
    const unsigned char *names;
    const size_t *names_size;
} Models;

static const Models models[] = {MODELS(ROW)};

static const Models *models_get(u32 ptr_bits, bool is_cxx) {
    return &models[(ptr_bits == 64 ? 0 : 2) + is_cxx];
}

// What the start of a program needs of them, see entry.c. (The passes below keep these too.)
static const char *const roots[] = {"exit", "atexit", "__heddle_init"};
static const char *const any_roots[] = {"heddle_any_threads",
                                        "__rt_main_is_done"};               // with any_number
static const char *const place_roots[] = {"__rt_main_returns"};             // if asked
static const char *const outside_roots[] = {"__rt_control", "__rt_launch"}; // without main

static void on_diagnostic(LLVMDiagnosticInfoRef info, void *arg) {
    Front *f = arg;
    if (LLVMGetDiagInfoSeverity(info) == LLVMDSError) {
        char *text = LLVMGetDiagInfoDescription(info);
        text_add(&f->llvm_text, "%s%s", f->llvm_text.len ? "; " : "", text);
        LLVMDisposeMessage(text);
    }
}

// ---- reading ------------------------------------------------------------------------------------

static bool has_suffix(const char *path, const char *suffix) {
    size_t n = strlen(path), k = strlen(suffix);
    return n >= k && strcmp(path + n - k, suffix) == 0;
}

static bool is_bitcode(const char *p, size_t n) {
    return n >= 4 && (memcmp(p, "BC\xc0\xde", 4) == 0 || memcmp(p, "\xde\xc0\x17\x0b", 4) == 0);
}

static bool fail_damaged(Front *f, const char *file, const char *why) {
    return front_fail(
        f,
        "%s is damaged or was written by another LLVM version (%s); compile it again with "
        "clang-19 -c -emit-llvm",
        file, why);
}

// LLVM's messages end in newlines and may go on for pages; the first line says it.
static void first_line(char *message, bool is_text) {
    char *end = message ? strchr(message, '\n') : NULL;
    if (end && !is_text)
        *end = '\0';
    for (size_t n = message ? strlen(message) : 0; n && message[n - 1] == '\n'; n--)
        message[n - 1] = '\0';
}

static LLVMModuleRef read_module(Front *f, const char *path, const char *file) {
    LLVMMemoryBufferRef buffer;
    LLVMModuleRef mod = NULL;
    char *message = NULL;
    if (LLVMCreateMemoryBufferWithContentsOfFile(path, &buffer, &message)) {
        front_fail(f, "cannot read %s: %s", file, message);
        LLVMDisposeMessage(message);
        return NULL;
    }
    size_t size = LLVMGetBufferSize(buffer);
    if (size == 0 || (has_suffix(path, ".bc") && !is_bitcode(LLVMGetBufferStart(buffer), size))) {
        front_fail(f,
                   size ? "%s is not LLVM bitcode; make one with clang-19 -c -emit-llvm"
                        : "%s is empty",
                   file);
        LLVMDisposeMemoryBuffer(buffer);
        return NULL;
    }
    bool is_text = !is_bitcode(LLVMGetBufferStart(buffer), size);
    if (LLVMParseIRInContext(f->ctx, buffer, &mod, &message)) {
        first_line(message, is_text);
        const char *why = message ? message : text_str(&f->llvm_text);
        if (is_text)
            front_fail(f, "cannot read %s: %s", file, why);
        else
            fail_damaged(f, file, why);
        LLVMDisposeMessage(message);
        return NULL;
    }
    LLVMDisposeMessage(message);
    message = NULL;
    if (LLVMVerifyModule(mod, LLVMReturnStatusAction, &message)) {
        first_line(message, false);
        fail_damaged(f, file, message);
        LLVMDisposeModule(mod);
        mod = NULL;
    }
    LLVMDisposeMessage(message);
    return mod;
}

// Code without a target (written by hand) is taken for the default one.
static bool check_target(Front *f, LLVMModuleRef mod, const char *file) {
    const char *triple = LLVMGetTarget(mod);
    if (!triple[0]) {
        LLVMSetTarget(mod, "x86_64-pc-linux-gnu");
        LLVMSetDataLayout(
            mod, "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128");
        return true;
    }
    bool is_32 = strncmp(triple, "i386-", 5) == 0 || strncmp(triple, "i486-", 5) == 0 ||
                 strncmp(triple, "i586-", 5) == 0 || strncmp(triple, "i686-", 5) == 0;
    unsigned size = LLVMPointerSize(LLVMGetModuleDataLayout(mod));
    if ((!is_32 && strncmp(triple, "x86_64-", 7) != 0) || size != (is_32 ? 4 : 8)) {
        return front_fail(
            f, "%s was compiled for %s; heddle checks x86-64 code, and 32-bit x86 code (-m32)",
            file, triple);
    }
    if (f->ptr_bits && f->ptr_bits != size * 8) {
        return front_fail(f, "%s and %s were compiled for different pointer sizes", f->o->files[0],
                          file);
    }
    return true;
}

static bool is_argument(LLVMValueRef call, LLVMValueRef v) {
    bool is = false;
    for (u32 i = 0; i < LLVMGetNumArgOperands(call) && !is; i++)
        is = LLVMGetOperand(call, i) == v;
    return is;
}

static bool is_only_called(LLVMValueRef fn) {
    bool is = true;
    for (LLVMUseRef u = LLVMGetFirstUse(fn); u && is; u = LLVMGetNextUse(u))
        is = LLVMIsACallInst(LLVMGetUser(u)) && LLVMGetCalledValue(LLVMGetUser(u)) == fn &&
             !is_argument(LLVMGetUser(u), fn);
    return is;
}

// A body that ends the run, with the reason.
static void define_refused(Front *f, LLVMModuleRef mod, LLVMValueRef fn, const char *name) {
    LLVMTypeRef pointer = LLVMPointerTypeInContext(f->ctx, 0);
    LLVMTypeRef type = LLVMFunctionType(LLVMVoidTypeInContext(f->ctx), &pointer, 1, false);
    const char *refuse = ir_trap_info[TRAP_UNSUPPORTED].name;
    LLVMValueRef trap = LLVMGetNamedFunction(mod, refuse);
    LLVMBuilderRef b = LLVMCreateBuilderInContext(f->ctx);
    LLVMPositionBuilderAtEnd(b, LLVMAppendBasicBlockInContext(f->ctx, fn, ""));
    LLVMValueRef why = LLVMBuildGlobalStringPtr(
        b, arena_printf(f->p->arena, "call of the indirect function %s (ifunc)", name), "");
    LLVMBuildCall2(b, type, trap ? trap : LLVMAddFunction(mod, refuse, type), &why, 1, "");
    LLVMBuildUnreachable(b);
    LLVMDisposeBuilder(b);
}

// Who chooses what such functions are runs before the program does, with a world that is not ours:
// they are functions that must not be called. A definition all the same, so that no model of ours
// takes its place. An address would be that of the chosen function, which nobody knows.
static bool refuse_indirect(Front *f, LLVMModuleRef mod, const char *file) {
    for (LLVMValueRef v; (v = LLVMGetFirstGlobalIFunc(mod));) {
        if (!is_only_called(v))
            return front_fail(f,
                              "%s takes the address of the indirect function %s (ifunc), which is "
                              "not supported",
                              file, LLVMGetValueName(v));
        const char *name = arena_text(f->p->arena, LLVMGetValueName(v));
        LLVMValueRef fn = LLVMAddFunction(mod, "", LLVMGlobalGetValueType(v));
        LLVMSetLinkage(fn, LLVMGetLinkage(v));
        LLVMReplaceAllUsesWith(v, fn);
        LLVMRemoveGlobalIFunc(v);
        LLVMSetValueName2(fn, name, strlen(name));
        define_refused(f, mod, fn, name);
    }
    return true;
}

static bool check_module(Front *f, LLVMModuleRef mod, const char *file) {
    if (!check_target(f, mod, file))
        return false;
    f->ptr_bits = LLVMPointerSize(LLVMGetModuleDataLayout(mod)) * 8;
    return refuse_indirect(f, mod, file);
}

// The main of a file that is not the one whose main counts: only the file itself can call it.
static void leave_out_main(const Front *f, LLVMModuleRef mod, const char *file) {
    static const char other_name[] = "main.left.out";
    LLVMValueRef fn = LLVMGetNamedFunction(mod, "main");
    bool is_other = f->o->main_file && strcmp(f->o->main_file, file) != 0;
    if (!is_other || !fn || LLVMIsDeclaration(fn))
        return;
    LLVMSetVisibility(fn, LLVMDefaultVisibility);
    LLVMSetLinkage(fn, LLVMInternalLinkage);
    LLVMSetValueName2(fn, other_name, strlen(other_name));
}

static bool load_files(Front *f, const char **paths) {
    for (u32 i = 0; i < f->o->nfiles; i++) {
        const char *file = f->o->files[i];
        LLVMModuleRef mod = read_module(f, paths[i], file);
        if (!mod)
            return false;
        if (!check_module(f, mod, file)) {
            LLVMDisposeModule(mod);
            return false;
        }
        if (front_is_source(file) && !front_is_optimized(f->o))
            block_mark_scopes(f, mod);
        leave_out_main(f, mod, file);
        if (!f->mod) {
            f->mod = mod;
        } else if (LLVMLinkModules2(f->mod, mod)) { // takes the module in any case
            return front_fail(
                f, "cannot link %s with the files before it: %s; one of the definitions must go",
                file, text_str(&f->llvm_text));
        }
    }
    return true;
}

// ---- main ---------------------------------------------------------------------------------------

static bool is_int(LLVMTypeRef type) {
    return LLVMGetTypeKind(type) == LLVMIntegerTypeKind && LLVMGetIntTypeWidth(type) <= 64;
}

static bool check_main(Front *f) {
    LLVMValueRef fn = LLVMGetNamedFunction(f->mod, "main");
    if ((!fn || LLVMIsDeclaration(fn)) && f->o->main_file)
        return front_fail(f, "--main: there is no function main in %s", f->o->main_file);
    if (!fn || LLVMIsDeclaration(fn)) {
        return front_fail(
            f,
            "there is no function main in %s%s; add the file that defines it to the command line",
            f->o->files[0], f->o->nfiles > 1 ? " or the other files" : "");
    }
    LLVMTypeRef type = LLVMGlobalGetValueType(fn), result = LLVMGetReturnType(type);
    unsigned n = LLVMCountParams(fn);
    bool is_good = n <= 3 && !LLVMIsFunctionVarArg(type) &&
                   (is_int(result) || LLVMGetTypeKind(result) == LLVMVoidTypeKind);
    for (unsigned i = 0; i < n && is_good; i++) {
        LLVMTypeRef param = LLVMTypeOf(LLVMGetParam(fn, i));
        is_good = i == 0 ? is_int(param) : LLVMGetTypeKind(param) == LLVMPointerTypeKind;
    }
    if (!is_good)
        return front_fail(f, "main must be `int main(void)` or `int main(int argc, char **argv)`");
    return true;
}

// ---- the runtime --------------------------------------------------------------------------------

static void mark_runtime(const Front *f, LLVMModuleRef mod) {
    LLVMMetadataRef mark = LLVMMDNodeInContext2(f->ctx, NULL, 0);
    for (LLVMValueRef v = LLVMGetFirstFunction(mod); v; v = LLVMGetNextFunction(v))
        if (!LLVMIsDeclaration(v))
            LLVMGlobalSetMetadata(v, f->kind_runtime, mark);
    for (LLVMValueRef v = LLVMGetFirstGlobal(mod); v; v = LLVMGetNextGlobal(v))
        if (!LLVMIsDeclaration(v))
            LLVMGlobalSetMetadata(v, f->kind_runtime, mark);
}

bool module_is_runtime(const Front *f, LLVMValueRef global) {
    size_t n;
    bool is_marked = false;
    LLVMValueMetadataEntry *entries = LLVMGlobalCopyAllMetadata(global, &n);
    for (unsigned i = 0; i < n; i++)
        is_marked |= LLVMValueMetadataEntriesGetKind(entries, i) == f->kind_runtime;
    LLVMDisposeValueMetadataEntries(entries);
    return is_marked;
}

static bool is_one_of(const char *name, const char *const *names, u32 n) {
    for (u32 i = 0; i < n; i++)
        if (strcmp(name, names[i]) == 0)
            return true;
    return false;
}

static bool is_root(const Front *f, const char *name) {
    return is_one_of(name, roots, ARRAY_LEN(roots)) ||
           (f->o->any_number && is_one_of(name, any_roots, ARRAY_LEN(any_roots))) ||
           (f->o->nplaces && is_one_of(name, place_roots, ARRAY_LEN(place_roots))) ||
           (f->o->without_main && is_one_of(name, outside_roots, ARRAY_LEN(outside_roots)));
}

// Linked if something that is linked uses it. The models are weak before that, too: what the user
// defines wins.
static void link_on_demand(const Front *f, LLVMValueRef v) {
    LLVMLinkage linkage = LLVMGetLinkage(v);
    if (!LLVMIsDeclaration(v) &&
        (linkage == LLVMExternalLinkage || linkage == LLVMWeakAnyLinkage) &&
        !is_root(f, LLVMGetValueName(v))) {
        LLVMSetLinkage(v, LLVMLinkOnceAnyLinkage);
    }
}

// As strcmp, of a line and a name.
static int compare_line(const char *line, size_t len, const char *name) {
    size_t n = strlen(name);
    int order = memcmp(line, name, n < len ? n : len);
    return order ? order : (len > n) - (len < n);
}

static bool is_listed(const Models *m, const char *name) {
    const char *lines = (const char *)m->names;
    size_t low = 0, high = *m->names_size;
    while (low < high) { // both are where lines begin
        size_t begin = low + (high - low) / 2;
        while (begin > low && lines[begin - 1] != '\n')
            begin--;
        size_t len = strcspn(lines + begin, "\n");
        int order = compare_line(lines + begin, len, name);
        if (!order)
            return true;
        if (order < 0)
            low = begin + len + 1;
        else
            high = begin;
    }
    return false;
}

bool module_runtime_defines(u32 ptr_bits, const char *name) {
    return is_listed(models_get(ptr_bits, false), name) ||
           is_listed(models_get(ptr_bits, true), name);
}

// What the models in C++ define has such names. Of aliases the program has its own definition.
static bool is_cxx_name(const Front *f, LLVMValueRef v) {
    const char *name = LLVMGetValueName(v);
    return strncmp(name, "_Z", 2) == 0 || is_listed(models_get(f->ptr_bits, true), name);
}

static bool needs_cxx(const Front *f) {
    bool needs = false;
    for (LLVMValueRef v = LLVMGetFirstFunction(f->mod); v && !needs; v = LLVMGetNextFunction(v))
        needs = is_cxx_name(f, v);
    for (LLVMValueRef v = LLVMGetFirstGlobal(f->mod); v && !needs; v = LLVMGetNextGlobal(v))
        needs = is_cxx_name(f, v);
    return needs;
}

// Functions are read when they are linked: most programs need few of them.
static LLVMModuleRef read_runtime(Front *f, const Models *m) {
    if (!*m->size) {
        front_fail(f, "this heddle was built without the library models for 32 bits; install the "
                      "packages gcc-multilib and g++-multilib and build it again");
        return NULL;
    }
    LLVMModuleRef mod;
    LLVMMemoryBufferRef buffer =
        LLVMCreateMemoryBufferWithMemoryRange((const char *)m->code, *m->size, "runtime", 0);
    if (LLVMGetBitcodeModuleInContext2(f->ctx, buffer, &mod)) { // takes the buffer in any case
        front_fail(f, "the library models cannot be read: %s", text_str(&f->llvm_text));
        return NULL;
    }
    return mod;
}

// Links the models that the program needs, and those that they need.
static bool link_models(Front *f, const Models *m) {
    LLVMModuleRef mod = read_runtime(f, m);
    if (!mod)
        return false;
    mark_runtime(f, mod);
    for (LLVMValueRef v = LLVMGetFirstFunction(mod); v; v = LLVMGetNextFunction(v))
        link_on_demand(f, v);
    for (LLVMValueRef v = LLVMGetFirstGlobal(mod); v; v = LLVMGetNextGlobal(v))
        link_on_demand(f, v);
    for (LLVMValueRef v = LLVMGetFirstGlobalAlias(mod); v; v = LLVMGetNextGlobalAlias(v))
        link_on_demand(f, v);
    if (LLVMLinkModules2(f->mod, mod)) { // takes the module in any case
        return front_fail(f, "the program does not fit the library models: %s",
                          text_str(&f->llvm_text));
    }
    return true;
}

static bool link_runtime(Front *f) {
    return (!needs_cxx(f) || link_models(f, models_get(f->ptr_bits, true))) &&
           link_models(f, models_get(f->ptr_bits, false));
}

// ---- passes -------------------------------------------------------------------------------------

static bool run_passes(LLVMModuleRef mod, const char *passes, Diag *d) {
    LLVMPassBuilderOptionsRef options = LLVMCreatePassBuilderOptions();
    LLVMErrorRef error = LLVMRunPasses(mod, passes, NULL, options);
    LLVMDisposePassBuilderOptions(options);
    if (error) {
        char *text = LLVMGetErrorMessage(error);
        diag_fail(d, "LLVM's passes failed: %s", text);
        LLVMDisposeErrorMessage(text);
        return false;
    }
    return true;
}

static bool promote_locals(LLVMModuleRef mod, Diag *d) {
    u32 before = UINT32_MAX, n;
    bool is_good = true;
    promote_prepare(mod);
    while (is_good && (n = promote_begin(mod)) < before) {
        is_good = run_passes(mod, "function(mem2reg)", d);
        promote_end(mod);
        before = n;
    }
    promote_end(mod);
    return is_good;
}

#define NAME_CHARACTERS "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_.$"

void module_keep(Text *list, const char *name) { text_add(list, "preserve-gv=%s;", name); }

static void keep_exported(Text *list, LLVMValueRef v) {
    LLVMLinkage linkage = LLVMGetLinkage(v);
    if (!LLVMIsDeclaration(v) && linkage != LLVMInternalLinkage && linkage != LLVMPrivateLinkage)
        module_keep(list, LLVMGetValueName(v));
}

// What must stay though nothing in the program uses it; before the models are linked.
static void list_kept(Front *f, Text *list) {
    module_keep(list, "main");
    for (u32 i = 0; i < ARRAY_LEN(roots); i++)
        module_keep(list, roots[i]);
    for (u32 i = 0; f->o->any_number && i < ARRAY_LEN(any_roots); i++)
        module_keep(list, any_roots[i]);
    for (u32 i = 0; f->o->nplaces && i < ARRAY_LEN(place_roots); i++)
        module_keep(list, place_roots[i]);
    for (const char *name = f->o->kept; name && *name;) {
        int len = (int)strcspn(name, ",");
        if (len && strspn(name, NAME_CHARACTERS) >= (size_t)len)
            text_add(list, "preserve-gv=%.*s;", len, name);
        name += len + (name[len] == ',');
    }
    if (!f->o->without_main)
        return;
    for (u32 i = 0; i < ARRAY_LEN(outside_roots); i++)
        module_keep(list, outside_roots[i]);
    for (LLVMValueRef v = LLVMGetFirstFunction(f->mod); v; v = LLVMGetNextFunction(v))
        keep_exported(list, v);
    for (LLVMValueRef v = LLVMGetFirstGlobal(f->mod); v; v = LLVMGetNextGlobal(v))
        keep_exported(list, v);
}

void module_add_pointer(Front *f, const char *name) {
    LLVMTypeRef pointer = LLVMPointerTypeInContext(f->ctx, 0);
    LLVMValueRef variable = LLVMAddGlobal(f->mod, pointer, name);
    LLVMSetInitializer(variable, LLVMConstNull(pointer));
    LLVMGlobalSetMetadata(variable, f->kind_runtime, LLVMMDNodeInContext2(f->ctx, NULL, 0));
}

// A program with unknown values has a place for what a run finds out about them.
static void add_condition(Front *f) {
    LLVMValueRef fn = LLVMGetFirstFunction(f->mod);
    while (fn && !(strncmp(LLVMGetValueName(fn), UNKNOWN_TRAP, strlen(UNKNOWN_TRAP)) == 0 &&
                   LLVMGetFirstUse(fn)))
        fn = LLVMGetNextFunction(fn);
    if (fn)
        module_add_pointer(f, CONDITION_VARIABLE);
}

// Removes what nobody uses.
static bool strip(Front *f, const Text *kept) {
    Text passes = {0};
    text_add(&passes, "internalize<%.*s>,globaldce", (int)kept->len - 1, text_str(kept));
    bool is_good = run_passes(f->mod, text_str(&passes), f->d);
    text_done(&passes);
    return is_good;
}

bool module_build(Front *f, const char **paths) {
    LLVMContextSetDiagnosticHandler(f->ctx, on_diagnostic, f);
    if (!load_files(f, paths) || (!f->o->without_main && !check_main(f)))
        return false;
    if (!front_is_optimized(f->o) && !f->o->keep_locals && !promote_locals(f->mod, f->d))
        return false;
    Text kept = {0};
    Uncalled uncalled = {0};
    list_kept(f, &kept);
    uncalled_note(f, &uncalled);
    config_signals(f);
    event_prepare(f);
    f->td = LLVMCreateTargetData(LLVMGetDataLayoutStr(f->mod));
    bool is_good = place_prepare(f) && stub_replace(f) && link_runtime(f) &&
                   stub_define(f, &kept) && asm_check_outside(f) && config_apply(f) &&
                   place_apply(f);
    if (is_good) {
        event_apply(f);
        order_track(f, &kept);
    }
    is_good = is_good && strip(f, &kept);
    text_done(&kept);
    uncalled_keep(f, &uncalled);
    if (!is_good)
        return false;
    add_condition(f);
    LLVMSetIsNewDbgInfoFormat(f->mod, false); // debug records become calls that llvm-c can read
    f->p->ptr_bytes = f->ptr_bits / 8;
    return true;
}

// ---- what is missing ----------------------------------------------------------------------------

// Uses other than as the handler of C++ exceptions, which are never thrown.
static bool is_needed(LLVMValueRef v) {
    for (LLVMUseRef u = LLVMGetFirstUse(v); u; u = LLVMGetNextUse(u))
        if (!LLVMIsAFunction(LLVMGetUser(u)))
            return true;
    return false;
}

static bool is_missing_variable(LLVMValueRef v) {
    const char *name = LLVMGetValueName(v);
    return LLVMGetLinkage(v) != LLVMExternalWeakLinkage && strncmp(name, "llvm.", 5) != 0 &&
           strncmp(name, "_ZTVN10__cxxabiv1", 17) != 0 && strcmp(name, "__dso_handle") != 0;
}

bool module_is_undefined(const Front *f, LLVMValueRef v) {
    TrapId trap;
    if (!LLVMIsDeclaration(v) || !is_needed(v))
        return false;
    return LLVMIsAFunction(v) ? callee_kind(f, v, &trap) == CALLEE_MISSING : is_missing_variable(v);
}

Definer module_definer(LLVMValueRef v) {
    static const struct {
        const char *prefix;
        Definer definer;
    } rows[] = {{"__builtin_", DEFINER_COMPILER}, // functions of gcc's that clang has not
                {"__kmpc_", DEFINER_OPENMP},
                {"__kmp_", DEFINER_OPENMP},
                {"GOMP_", DEFINER_OPENMP},
                {"omp_", DEFINER_OPENMP}};
    for (u32 i = 0; i < ARRAY_LEN(rows) && LLVMIsAFunction(v); i++)
        if (strncmp(LLVMGetValueName(v), rows[i].prefix, strlen(rows[i].prefix)) == 0)
            return rows[i].definer;
    return DEFINER_FILE;
}

static void list_undefined(Front *f, LLVMValueRef v) {
    const char *name = arena_text(f->p->arena, LLVMGetValueName(v));
    if (module_is_undefined(f, v)) {
        VEC_PUSH(f->undefined, f->nundefined, f->undefined_cap) =
            (Undefined){.name = demangled_name(f->p->arena, name),
                        .is_function = LLVMIsAFunction(v) != NULL,
                        .definer = module_definer(v)};
    }
}

void module_list_undefined(Front *f) {
    for (LLVMValueRef v = LLVMGetFirstFunction(f->mod); v; v = LLVMGetNextFunction(v))
        list_undefined(f, v);
    for (LLVMValueRef v = LLVMGetFirstGlobal(f->mod); v; v = LLVMGetNextGlobal(v))
        list_undefined(f, v);
}
