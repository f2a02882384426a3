// SPDX-License-Identifier: Apache-2.0
// The function the machine starts with: the runtime's preparations, constructors, main, exit. And
// main's arguments.
#include "front/front_int.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

// ---- argv ---------------------------------------------------------------------------------------

static ObjId add_text(Front *f, const char *name, const char *text) {
    u32 size = (u32)strlen(text) + 1;
    ObjId id = global_add(f, &(Global){.name = name, .size = size, .align = 1, .is_runtime = true});
    f->images[id].bytes = mem_zalloc(size);
    memcpy(f->images[id].bytes, text, size);
    return id;
}

static ObjId add_pointers(Front *f, const char *name, const ObjId *to, u32 n) {
    u32 ptr = f->ptr_bits / 8;
    ObjId id = global_add(
        f, &(Global){.name = name, .size = (n + 1) * ptr, .align = ptr, .is_runtime = true});
    Image *img = &f->images[id];
    for (u32 i = 0; i < n; i++) {
        VEC_PUSH(img->tags, img->ntags, img->tags_cap) =
            (Tag){.off = i * ptr, .obj = to[i], .len = (u16)ptr};
    }
    return id;
}

// The program's name: the first file's, without directory and suffix.
static const char *program_name(Front *f) {
    const char *path = f->o->files[0], *slash = strrchr(path, '/');
    path = slash ? slash + 1 : path;
    const char *dot = strrchr(path, '.');
    return arena_printf(f->p->arena, "%.*s",
                        dot && dot != path ? (int)(dot - path) : (int)strlen(path), path);
}

static u32 argc_of(const Front *f) { return f->o->nprogram_args + 1; }

static void plan_argv(Front *f) {
    u32 n = argc_of(f);
    ObjId *texts = mem_alloc(n * sizeof *texts);
    for (u32 i = 0; i < n; i++) {
        const char *name = arena_printf(f->p->arena, "argv[%u]", i);
        texts[i] = add_text(f, name, i == 0 ? program_name(f) : f->o->program_args[i - 1]);
    }
    f->argv = add_pointers(f, "argv", texts, n);
    f->envp = add_pointers(f, "envp", NULL, 0);
    image_give(f, f->envp, WORLD_ENVIRONMENT);
    mem_free(texts, n * sizeof *texts);
}

void entry_plan(Front *f) {
    LLVMValueRef fn = LLVMGetNamedFunction(f->mod, "main");
    if (!f->o->without_main && LLVMCountParams(fn) >= 2)
        plan_argv(f);
    VEC_PUSH(f->funcs, f->nfuncs, f->funcs_cap) =
        (Function){.name = "_start", .signature = "v", .is_runtime = true};
    f->p->entry = f->nfuncs - 1;
}

// ---- code ---------------------------------------------------------------------------------------

static bool function_named(const Front *f, const char *name, u32 *id) {
    LLVMValueRef fn = LLVMGetNamedFunction(f->mod, name);
    return fn && ptrmap_get(&f->func_ids, fn, id);
}

static LLVMValueRef list_entry(LLVMValueRef list, u32 i, u64 *priority) {
    LLVMValueRef row = LLVMGetAggregateElement(list, i);
    LLVMValueRef prio = row ? LLVMGetAggregateElement(row, 0) : NULL;
    LLVMValueRef fn = row ? LLVMGetAggregateElement(row, 1) : NULL;
    *priority = prio && LLVMIsAConstantInt(prio) ? LLVMConstIntGetZExtValue(prio) : 65535;
    return fn ? strip_alias(fn) : NULL;
}

typedef void Visit(Lower *l, u32 func);

// Visits the functions of llvm.global_ctors or llvm.global_dtors, lowest priority number first.
static void each_in_list(Lower *l, const char *name, Visit *visit) {
    LLVMValueRef var = LLVMGetNamedGlobal(l->f->mod, name);
    LLVMValueRef list = var ? LLVMGetInitializer(var) : NULL;
    u32 n = list && LLVMGetTypeKind(LLVMTypeOf(list)) == LLVMArrayTypeKind
                ? LLVMGetArrayLength(LLVMTypeOf(list))
                : 0;
    bool *is_done = mem_zalloc(n + 1);
    for (u32 k = 0; k < n; k++) {
        u32 best = n;
        u64 lowest = 0, priority;
        for (u32 i = 0; i < n; i++) {
            list_entry(list, i, &priority);
            if (!is_done[i] && (best == n || priority < lowest)) {
                best = i;
                lowest = priority;
            }
        }
        is_done[best] = true;
        u32 id;
        LLVMValueRef fn = list_entry(list, best, &priority);
        if (fn && LLVMIsAFunction(fn) && ptrmap_get(&l->f->func_ids, fn, &id))
            visit(l, id);
    }
    mem_free(is_done, n + 1);
}

static void call_constructor(Lower *l, u32 func) { emit_call(l, func, NULL, 0, 0, 0); }

// exit() runs what was registered in reverse order, so the destructor with the lowest number comes
// last.
static void register_destructor(Lower *l, u32 func) {
    u32 id;
    if (function_named(l->f, "atexit", &id)) {
        i32 arg = const_run(l->f, &(Cell){.tag = l->f->p->nglobals + 1 + func}, 1);
        emit_call(l, id, &arg, 1, cells_new(l, 1), 1);
    }
}

static i32 call_main(Lower *l, u32 id) {
    Front *f = l->f;
    LLVMValueRef fn = f->func_values[id];
    LLVMTypeRef type = LLVMGetReturnType(LLVMGlobalGetValueType(fn));
    i32 args[] = {const_num(f, argc_of(f)), const_run(f, &(Cell){.tag = f->argv}, 1),
                  const_run(f, &(Cell){.tag = f->envp}, 1)};
    u32 ret_cells = type_cells(f, type);
    i32 result = cells_new(l, ret_cells ? ret_cells : 1), code = cells_new(l, 1);
    emit_call(l, id, args, LLVMCountParams(fn), ret_cells ? result : 0, ret_cells);
    if (!ret_cells)
        return const_num(f, 0);
    int_resize(l, type_bits(f, type), 32, true, code, result);
    return code;
}

// Whether a thread can run it; false with a message.
static bool is_thread_function(Front *f, const char *name, u32 *out) {
    LLVMValueRef fn = LLVMGetNamedFunction(f->mod, name);
    if (!function_named(f, name, out) || !fn) {
        front_fail(f,
                   "--any-number: there is no function '%s' (one that is static and that nothing "
                   "uses is left out by the compiler)",
                   name);
        return false;
    }
    LLVMTypeRef parameter;
    bool is_one = LLVMCountParams(fn) == 1;
    if (is_one) {
        LLVMGetParamTypes(LLVMGlobalGetValueType(fn), &parameter);
        is_one = LLVMGetTypeKind(parameter) == LLVMPointerTypeKind;
    }
    if (!is_one)
        front_fail(f, "--any-number: '%s' is no function for a thread, void *(void *)", name);
    return is_one;
}

// The number behind the = in a word of so many bytes, of which the name has some; 0: there is none.
static u64 argument_of(Front *f, const char *word, size_t name, size_t len) {
    if (name == len)
        return 0;
    char *end;
    errno = 0;
    u64 number = strtoull(word + name + 1, &end, 0);
    if (errno || end == word + name + 1 || end != word + len)
        front_fail(f, "--any-number %.*s: what is behind the = must be a number", (int)len, word);
    return number;
}

// Any number of threads for each function that was named; main's thread ends.
static void run_any_number(Lower *l) {
    Front *f = l->f;
    u32 starter, ender, func;
    bool are_there = function_named(f, "heddle_any_threads", &starter) &&
                     function_named(f, "__rt_main_is_done", &ender);
    ENSURE(are_there);
    if (!*f->o->any_number)
        front_fail(f, "--any-number: the name of a function is missing");
    for (const char *word = f->o->any_number; *word;) {
        size_t len = strcspn(word, ","), name = strcspn(word, "=,");
        const char *copy = arena_printf(f->p->arena, "%.*s", (int)name, word);
        u64 number = argument_of(f, word, name, len);
        if (is_thread_function(f, copy, &func)) {
            i32 args[] = {const_run(f, &(Cell){.tag = f->p->nglobals + 1 + func}, 1),
                          const_num(f, number)};
            emit_call(l, starter, args, 2, 0, 0);
        }
        word += len + (word[len] == ',');
    }
    emit_call(l, ender, NULL, 0, 0, 0);
}

static void run_main(Lower *l) {
    Front *f = l->f;
    u32 callee;
    bool has_main = function_named(f, "main", &callee);
    ENSURE(has_main);
    i32 code = call_main(l, callee);
    if (function_named(f, "__rt_main_returns", &callee))
        emit_call(l, callee, NULL, 0, 0, 0);
    if (f->o->any_number)
        run_any_number(l);
    if (function_named(f, "exit", &callee))
        emit_call(l, callee, &code, 1, 0, 0);
    else
        emit_trap(l, TRAP_EXIT, &code, 1, 0, 0);
    emit(l, OP_UNREACHABLE, 0, 0, 0, 0, 0);
}

// Before constructors, which may look at such variables.
static void call_unknown_variables(Lower *l) {
    for (FuncId id = 0; id < l->f->nfuncs; id++) {
        const Function *fn = &l->f->funcs[id];
        if (fn->is_runtime && strncmp(fn->name, UNKNOWN_VARIABLE, strlen(UNKNOWN_VARIABLE)) == 0)
            emit_call(l, id, NULL, 0, 0, 0);
    }
}

void entry_lower(Front *f) {
    FuncId id = f->p->entry;
    u32 callee;
    Lower l = {.f = f, .id = id, .loc = {.scope = id}};
    f->funcs[id].start = f->ncode;
    if (function_named(f, "__heddle_init", &callee))
        emit_call(&l, callee, NULL, 0, 0, 0);
    call_unknown_variables(&l);
    each_in_list(&l, "llvm.global_dtors", register_destructor);
    each_in_list(&l, "llvm.global_ctors", call_constructor);
    if (f->o->without_main)
        emit(&l, OP_RET, 0, 0, 0, 0, 0);
    else
        run_main(&l);
    f->funcs[id].end = f->ncode;
    f->funcs[id].ncells = l.ncells;
}
