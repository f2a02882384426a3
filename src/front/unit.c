// SPDX-License-Identifier: Apache-2.0
// One program from linked LLVM code: gives ids, lowers everything, and hands the tables over to the
// program's arena.
#include "analysis/analysis.h"
#include "front/front_int.h"

#include <string.h>

bool front_fail(Front *f, const char *fmt, ...) {
    if (!f->has_failed) {
        Text t = {0};
        va_list args;
        va_start(args, fmt);
        text_addv(&t, fmt, args);
        va_end(args);
        f->has_failed = true;
        diag_fail(f->d, "%s", text_str(&t));
        text_done(&t);
    }
    return false;
}

static bool has_prefix(const char *s, const char *prefix) {
    return strncmp(s, prefix, strlen(prefix)) == 0;
}

// A pointer that stands for a structure: a copy of it, or the place for a result.
static bool is_structure(const Front *f, LLVMValueRef fn, LLVMAttributeIndex at) {
    return LLVMGetEnumAttributeAtIndex(fn, at, f->kind_byval) ||
           LLVMGetEnumAttributeAtIndex(fn, at, f->kind_sret);
}

static char letter_of(const Front *f, LLVMValueRef fn, LLVMAttributeIndex at, LLVMTypeRef type) {
    static const char letters[] = "bhwd", signed_letters[] = "BHWD";
    switch (LLVMGetTypeKind(type)) {
    case LLVMVoidTypeKind: return 'v';
    case LLVMFloatTypeKind: return 'f';
    case LLVMDoubleTypeKind: return 'g';
    case LLVMPointerTypeKind: return is_structure(f, fn, at) ? '?' : 'p';
    case LLVMIntegerTypeKind: break;
    default: return '?';
    }
    bool is_signed = LLVMGetEnumAttributeAtIndex(fn, at, f->kind_signext);
    for (u32 i = 0; i < 4; i++)
        if (type_bits(f, type) <= 8u << i)
            return is_signed ? signed_letters[i] : letters[i];
    return '?';
}

static const char *signature_of(Front *f, LLVMValueRef fn) {
    u32 n = LLVMCountParams(fn);
    char *s = arena_alloc(f->p->arena, n + 2);
    s[0] =
        letter_of(f, fn, LLVMAttributeReturnIndex, LLVMGetReturnType(LLVMGlobalGetValueType(fn)));
    for (u32 i = 0; i < n; i++)
        s[i + 1] = letter_of(f, fn, i + 1, LLVMTypeOf(LLVMGetParam(fn, i)));
    return s;
}

static void collect_function(Front *f, LLVMValueRef fn) {
    LLVMTypeRef type = LLVMGlobalGetValueType(fn);
    Function func = {.name = arena_text(f->p->arena, LLVMGetValueName(fn)),
                     .ret_cells = type_cells(f, LLVMGetReturnType(type)),
                     .is_variadic = LLVMIsFunctionVarArg(type),
                     .signature = signature_of(f, fn),
                     .align = LLVMGetAlignment(fn),
                     .is_runtime = LLVMIsDeclaration(fn) || module_is_runtime(f, fn)};
    VEC_PUSH(f->funcs, f->nfuncs, f->funcs_cap) = func;
    FuncId id = f->nfuncs - 1;
    VEC_RESERVE(f->func_values, id, f->func_values_cap, 1);
    f->func_values[id] = fn;
    ptrmap_put(&f->func_ids, fn, id);
    debug_function(f, id, fn);
    const char *name = f->funcs[id].name = demangled_name(f->p->arena, f->funcs[id].name);
    // Benchmark programs define it themselves, with any body; to call it is the error.
    f->funcs[id].is_error =
        strcmp(name, "reach_error") == 0 || strcmp(name, "__VERIFIER_error") == 0;
    f->funcs[id].is_atomic = !func.is_runtime && has_prefix(name, "__VERIFIER_atomic_") &&
                             strcmp(name, "__VERIFIER_atomic_begin") != 0 &&
                             strcmp(name, "__VERIFIER_atomic_end") != 0;
}

static void collect_functions(Front *f) {
    for (LLVMValueRef fn = LLVMGetFirstFunction(f->mod); fn; fn = LLVMGetNextFunction(fn))
        if (!LLVMIsDeclaration(fn) || module_is_undefined(f, fn))
            collect_function(f, fn);
}

static bool lower_all(Front *f) {
    module_list_undefined(f);
    collect_functions(f);
    u32 nbodies = f->nfuncs;
    if (!globals_collect(f))
        return false;
    entry_plan(f);
    f->p->nglobals = f->nglobals - 1;
    for (FuncId id = 0; id < nbodies; id++)
        lower_function(f, id);
    entry_lower(f);
    const_patch_labels(f);
    debug_finish(f);
    return globals_fill(f) && !f->has_failed;
}

#define TAKE(field)                                                                                \
    (p->field =                                                                                    \
         f->n##field ? arena_copy(p->arena, f->field, f->n##field * sizeof *f->field) : NULL,      \
     p->n##field = f->n##field)

// Copies the tables into the program. globals[0] counts in our table but not in the program's
// number.
static void hand_over(Front *f) {
    Program *p = f->p;
    ditype_finish(f);
    TAKE(code);
    TAKE(pool);
    TAKE(consts);
    TAKE(calls);
    TAKE(varargs);
    TAKE(notes);
    TAKE(funcs);
    TAKE(blocks);
    TAKE(undefined);
    TAKE(events);
    TAKE(uncalled);
    TAKE(dropped);
    TAKE(files);
    TAKE(types);
    TAKE(vars);
    p->globals = arena_copy(p->arena, f->globals, f->nglobals * sizeof *f->globals);
    p->nglobals = f->nglobals - 1;
    p->locs = arena_copy(p->arena, f->locs, f->nlocs * sizeof *f->locs);
    ENSURE(f->nlocs == f->ncode);
}
#undef TAKE

static void front_done(Front *f) {
    for (u32 i = 0; i < f->nimages; i++)
        image_done(&f->images[i]);
    PtrMap *maps[] = {&f->func_ids, &f->global_ids, &f->label_pcs,  &f->file_ids,
                      &f->type_ids, &f->scope_ids,  &f->empty_exprs};
    for (u32 i = 0; i < ARRAY_LEN(maps); i++)
        table_done(maps[i]);
    VEC_FREE(f->func_values, f->func_values_cap);
    VEC_FREE(f->global_values, f->global_values_cap);
    VEC_FREE(f->code, f->code_cap);
    VEC_FREE(f->locs, f->locs_cap);
    VEC_FREE(f->pool, f->pool_cap);
    VEC_FREE(f->consts, f->consts_cap);
    VEC_FREE(f->calls, f->calls_cap);
    VEC_FREE(f->varargs, f->varargs_cap);
    VEC_FREE(f->notes, f->notes_cap);
    VEC_FREE(f->funcs, f->funcs_cap);
    VEC_FREE(f->globals, f->globals_cap);
    VEC_FREE(f->blocks, f->blocks_cap);
    VEC_FREE(f->undefined, f->undefined_cap);
    VEC_FREE(f->events, f->events_cap);
    VEC_FREE(f->uncalled, f->uncalled_cap);
    VEC_FREE(f->dropped, f->dropped_cap);
    VEC_FREE(f->files, f->files_cap);
    VEC_FREE(f->types, f->types_cap);
    VEC_FREE(f->vars, f->vars_cap);
    VEC_FREE(f->images, f->images_cap);
    table_done(&f->const_runs);
    VEC_FREE(f->labels, f->labels_cap);
    VEC_FREE(f->type_aliases, f->type_aliases_cap);
    text_done(&f->llvm_text);
    mem_free(f->cwd, f->cwd_size);
    if (f->td)
        LLVMDisposeTargetData(f->td);
    if (f->mod)
        LLVMDisposeModule(f->mod);
    LLVMContextDispose(f->ctx);
}

static unsigned attribute_kind(const char *name) {
    return LLVMGetEnumAttributeKindForName(name, strlen(name));
}

// What nobody has optimised, here or before.
static bool is_plain_source(const FrontOptions *o) {
    bool is_plain = !front_is_optimized(o);
    for (u32 i = 0; i < o->nfiles && is_plain; i++)
        is_plain = front_is_source(o->files[i]);
    return is_plain;
}

Program *unit_load(const FrontOptions *o, const char **paths, Diag *d) {
    Front f = {.o = o, .d = d, .ctx = LLVMContextCreate(), .knows_asserts = is_plain_source(o)};
    Arena *arena = arena_new();
    Program *p = f.p = arena_alloc(arena, sizeof *p);
    p->arena = arena;
    f.kind_byval = attribute_kind("byval");
    f.kind_sret = attribute_kind("sret");
    f.kind_align = attribute_kind("align");
    f.kind_signext = attribute_kind("signext");
    f.kind_dbg = LLVMGetMDKindIDInContext(f.ctx, "dbg", 3);
    f.kind_runtime = LLVMGetMDKindIDInContext(f.ctx, "heddle.runtime", 14);
    debug_begin(&f);
    bool is_good = module_build(&f, paths) && lower_all(&f);
    if (is_good)
        hand_over(&f);
    bool is_anywhere = f.handlers_may_cancel;
    front_done(&f);
    if (is_good) {
        analysis_liveness(p);
        is_good = ir_verify(p, d);
    }
    if (is_good)
        analysis_interrupts(p, is_anywhere);
    if (!is_good) {
        program_free(p);
        return NULL;
    }
    return p;
}
