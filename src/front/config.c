// SPDX-License-Identifier: Apache-2.0
// The options that the library models look at: the constants of runtime/config.c get the values of
// the command line. Files that the program may open become constants too, so that they cost no
// state.
#include "front/front_int.h"

#include <string.h>

#define MOST_FILE_BYTES (16u << 20)

void config_set_int(Front *f, const char *name, i64 value) {
    LLVMValueRef global = LLVMGetNamedGlobal(f->mod, name);
    if (global)
        LLVMSetInitializer(global, LLVMConstInt(LLVMGlobalGetValueType(global), (u64)value, true));
}

// A constant array with these bytes and a zero behind them.
static LLVMValueRef add_bytes(Front *f, const char *bytes, size_t n) {
    LLVMValueRef value = LLVMConstStringInContext2(f->ctx, bytes, n, false);
    LLVMValueRef global = LLVMAddGlobal(f->mod, LLVMTypeOf(value), "__rt_file_bytes");
    LLVMSetInitializer(global, value);
    LLVMSetGlobalConstant(global, true);
    LLVMSetLinkage(global, LLVMPrivateLinkage);
    LLVMGlobalSetMetadata(global, f->kind_runtime, LLVMMDNodeInContext2(f->ctx, NULL, 0));
    return global;
}

// A struct rt_file_data. False: the file cannot be read.
static bool add_file(Front *f, const char *name, size_t name_len, const char *path,
                     LLVMValueRef *out) {
    Text text = {0};
    bool is_read = !path || file_read(path, &text, f->d);
    if (is_read && text.len > MOST_FILE_BYTES) {
        is_read =
            front_fail(f, "%s has more than %u MiB; a file that the program reads must be small",
                       path, MOST_FILE_BYTES >> 20);
    }
    if (is_read) {
        LLVMTypeRef word = LLVMIntTypeInContext(f->ctx, f->ptr_bits);
        LLVMValueRef fields[3] = {add_bytes(f, name, name_len),
                                  add_bytes(f, text_str(&text), text.len),
                                  LLVMConstInt(word, text.len, false)};
        *out = LLVMConstStructInContext(f->ctx, fields, 3, false);
    }
    text_done(&text);
    return is_read;
}

// NAME of the i-th --file, up to *len.
static const char *data_file_name(const FrontOptions *o, u32 i, size_t *len) {
    *len = strcspn(o->data_files[i], "=");
    return o->data_files[i];
}

// Each name once, and not empty: row 0 without a name is the standard input.
static bool check_name(Front *f, u32 i) {
    size_t len, other_len;
    const char *name = data_file_name(f->o, i, &len);
    if (len == 0)
        return front_fail(f, "--file: '%s' has no name before the =", name);
    for (u32 k = 0; k < i; k++) {
        const char *other = data_file_name(f->o, k, &other_len);
        if (other_len == len && memcmp(name, other, len) == 0)
            return front_fail(f, "--file: %.*s is given twice", (int)len, name);
    }
    return true;
}

static bool add_files(Front *f) {
    const FrontOptions *o = f->o;
    u32 n = o->ndata_files + 1;
    LLVMValueRef table = LLVMGetNamedGlobal(f->mod, "__rt_files");
    if (!table || (n == 1 && !o->standard_input))
        return true;
    LLVMValueRef *rows = mem_alloc(n * sizeof *rows);
    bool is_good = add_file(f, "", 0, o->standard_input, &rows[0]);
    for (u32 i = 1; i < n && is_good; i++) {
        size_t len;
        const char *name = data_file_name(o, i - 1, &len);
        is_good = check_name(f, i - 1) &&
                  add_file(f, name, len, name[len] ? name + len + 1 : name, &rows[i]);
    }
    if (is_good) {
        LLVMValueRef array = LLVMConstArray2(LLVMTypeOf(rows[0]), rows, n);
        LLVMValueRef all = LLVMAddGlobal(f->mod, LLVMTypeOf(array), "__rt_file_table");
        LLVMSetInitializer(all, array);
        LLVMSetGlobalConstant(all, true);
        LLVMSetLinkage(all, LLVMPrivateLinkage);
        LLVMGlobalSetMetadata(all, f->kind_runtime, LLVMMDNodeInContext2(f->ctx, NULL, 0));
        LLVMSetInitializer(table, all);
        config_set_int(f, "__rt_nfiles", n);
    }
    mem_free(rows, n * sizeof *rows);
    return is_good;
}

// Some function of the program has code for exceptions that pass through it.
static bool has_unwinding(Front *f) {
    for (LLVMValueRef fn = LLVMGetFirstFunction(f->mod); fn; fn = LLVMGetNextFunction(fn))
        if (LLVMHasPersonalityFn(fn) && !module_is_runtime(f, fn))
            return true;
    return false;
}

static bool is_used(Front *f, const char *name) {
    LLVMValueRef fn = LLVMGetNamedFunction(f->mod, name);
    return fn && LLVMGetFirstUse(fn);
}

// ---- signals ------------------------------------------------------------------------------------

static bool is_any_used(Front *f, const char *const *names) {
    bool is = false;
    for (; *names && !is; names++)
        is = is_used(f, *names);
    return is;
}

static const char *const timers[] = {"alarm", "ualarm", "setitimer", "__setitimer64", NULL};
static const char *const handlers[] = {"sigaction", "signal", "sysv_signal", "__sysv_signal", NULL};
static const char *const senders[] = {"kill",     "pthread_kill",     "tgkill",       "killpg",
                                      "sigqueue", "pthread_sigqueue", "timer_create", NULL};
static const char *const masks[] = {"sigprocmask", "pthread_sigmask", "sighold", "sigsuspend",
                                    NULL};

// A model of the runtime's that does nothing in this program, and whose body would only make its
// analysis harder.
static void define_empty(Front *f, const char *name, LLVMTypeRef result, bool takes_pointer) {
    LLVMTypeRef pointer = LLVMPointerTypeInContext(f->ctx, 0);
    LLVMValueRef fn =
        LLVMAddFunction(f->mod, name, LLVMFunctionType(result, &pointer, takes_pointer, false));
    LLVMBuilderRef b = LLVMCreateBuilderInContext(f->ctx);
    LLVMPositionBuilderAtEnd(b, LLVMAppendBasicBlockInContext(f->ctx, fn, ""));
    if (LLVMGetTypeKind(result) == LLVMVoidTypeKind)
        LLVMBuildRetVoid(b);
    else
        LLVMBuildRet(b, LLVMConstNull(result));
    LLVMDisposeBuilder(b);
    LLVMGlobalSetMetadata(fn, f->kind_runtime, LLVMMDNodeInContext2(f->ctx, NULL, 0));
}

void config_forget_calls(Front *f, const char *name) {
    LLVMValueRef fn = LLVMGetNamedFunction(f->mod, name);
    bool is_ours = fn && (LLVMIsDeclaration(fn) || module_is_runtime(f, fn));
    for (LLVMUseRef u = is_ours ? LLVMGetFirstUse(fn) : NULL, next; u; u = next) {
        next = LLVMGetNextUse(u);
        LLVMValueRef v = LLVMGetUser(u);
        if (LLVMIsACallInst(v) && LLVMGetCalledValue(v) == fn &&
            LLVMGetTypeKind(LLVMTypeOf(v)) == LLVMVoidTypeKind)
            LLVMInstructionEraseFromParent(v);
    }
}

void config_signals(Front *f) {
    bool has_timers = is_any_used(f, timers), has_handlers = is_any_used(f, handlers);
    bool is_sent = has_handlers && is_any_used(f, senders), is_handled = has_handlers && has_timers;
    f->has_signals = is_handled || is_sent;
    f->handlers_may_cancel = is_handled && is_used(f, "pthread_cancel");
    LLVMTypeRef none = LLVMVoidTypeInContext(f->ctx), flag = LLVMInt1TypeInContext(f->ctx);
    if (!f->has_signals)
        define_empty(f, "__rt_signal_word", LLVMPointerTypeInContext(f->ctx, 0), false);
    if (!is_sent && !is_handled)
        define_empty(f, "__rt_signal_may_come", none, false);
    if (!is_handled) {
        define_empty(f, "__rt_signal_take", none, false);
        define_empty(f, "__rt_signal_act", flag, false);
        define_empty(f, "__rt_timer_point", flag, false);
        define_empty(f, "__rt_timer_takes", flag, false);
    }
    if (!is_any_used(f, masks) && !has_handlers) { // a handler runs with a mask of its own
        define_empty(f, "__rt_signal_mask", LLVMInt64TypeInContext(f->ctx), false);
        define_empty(f, "__rt_signal_save", none, true);
        define_empty(f, "__rt_signal_restore", none, true);
    }
}

// ---- seeds --------------------------------------------------------------------------------------
// How often srand is called, as far as the code shows without running it: 0 never, 1 at most once,
// 2 perhaps more often. It may be wrong (longjmp): the model counts as well.

enum { MOST_CALLS = 1000, MOST_BLOCKS = 256 }; // that are looked at

// The block can come to itself again, or has too many around it to tell.
static bool is_in_loop(LLVMBasicBlockRef block) {
    LLVMBasicBlockRef seen[MOST_BLOCKS] = {block};
    u32 n = 1;
    for (u32 i = 0; i < n; i++) {
        LLVMValueRef last = LLVMGetBasicBlockTerminator(seen[i]);
        for (u32 k = 0; last && k < LLVMGetNumSuccessors(last); k++) {
            LLVMBasicBlockRef to = LLVMGetSuccessor(last, k);
            u32 at = 0;
            while (at < n && seen[at] != to)
                at++;
            if (to == block || (at == n && n == MOST_BLOCKS))
                return true;
            if (at == n)
                seen[n++] = to;
        }
    }
    return false;
}

static u32 calls_of(const Front *f, LLVMValueRef fn, u32 *looked_at) {
    u32 n = fn == LLVMGetNamedFunction(f->mod, "main");
    for (LLVMUseRef u = LLVMGetFirstUse(fn); u && n < 2; u = LLVMGetNextUse(u)) {
        LLVMValueRef call = LLVMGetUser(u);
        bool is_call = LLVMIsACallInst(call) && LLVMGetCalledValue(call) == fn;
        if (!is_call || ++*looked_at > MOST_CALLS)
            return 2;
        LLVMBasicBlockRef block = LLVMGetInstructionParent(call);
        u32 callers = calls_of(f, LLVMGetBasicBlockParent(block), looked_at);
        n += callers && is_in_loop(block) ? 2 : callers;
    }
    return n < 2 ? n : 2;
}

static u32 seedings(Front *f) {
    static const char *const names[] = {"srand", "srandom", NULL};
    u32 n = 0, looked_at = 0;
    if (f->o->without_main) // somebody else calls what he likes
        return is_any_used(f, names) ? 2 : 0;
    for (u32 i = 0; names[i]; i++) {
        LLVMValueRef fn = LLVMGetNamedFunction(f->mod, names[i]);
        n += fn ? calls_of(f, fn, &looked_at) : 0;
    }
    return n < 2 ? n : 2;
}

// ---- constants ----------------------------------------------------------------------------------

// The standard streams' pointers are variables only if something assigns to them or takes their
// address.
static void fix_streams(Front *f) {
    static const char *const names[] = {"stdin", "stdout", "stderr"};
    for (u32 i = 0; i < ARRAY_LEN(names); i++) {
        LLVMValueRef global = LLVMGetNamedGlobal(f->mod, names[i]);
        bool is_read_only = global && module_is_runtime(f, global);
        for (LLVMUseRef u = is_read_only ? LLVMGetFirstUse(global) : NULL; u; u = LLVMGetNextUse(u))
            is_read_only = is_read_only && LLVMIsALoadInst(LLVMGetUser(u));
        if (is_read_only)
            LLVMSetGlobalConstant(global, true);
    }
}

// What looks at the end of a thread without waiting for it, or changes what happens then.
static const char *const end_seers[] = {"pthread_tryjoin_np",
                                        "pthread_timedjoin_np",
                                        "pthread_clockjoin_np",
                                        "pthread_cancel",
                                        "pthread_kill",
                                        "pthread_sigqueue",
                                        "tgkill",
                                        "at_quick_exit",
                                        "pthread_key_create",
                                        "tss_create",
                                        "__cxa_thread_atexit",
                                        "__cxa_thread_atexit_impl",
                                        "pthread_mutexattr_setrobust",
                                        "pthread_mutexattr_setrobust_np",
                                        "atexit",
                                        "on_exit",
                                        "__cxa_atexit",
                                        NULL};

static void count_threads(Front *f) {
    const FrontOptions *o = f->o;
    Program *p = f->p;
    p->is_any_asked = o->any_number || is_used(f, "heddle_any_threads");
    p->starts_endlessly = endless_seems(f);
    if (o->counts == COUNTS_ALL)
        endless_forget(f);
    p->counts_threads = o->counts == COUNTS_ALL || (o->counts == COUNTS_ASKED && p->is_any_asked);
    ENSURE(!p->counts_threads || !o->most_threads);
    config_set_int(f, "__rt_most_threads", p->counts_threads ? UINT32_MAX : o->most_threads);
}

bool config_apply(Front *f) {
    const FrontOptions *o = f->o;
    config_set_int(f, "__rt_malloc_may_fail", o->malloc_may_fail);
    config_set_int(f, "__rt_reuse_addresses", o->reuse_addresses);
    config_set_int(f, "__rt_spurious_wakeups", o->spurious_wakeups);
    config_set_int(f, "__rt_nondet_rand", o->nondet_rand);
    config_set_int(f, "__rt_seedings", seedings(f));
    config_set_int(f, "__rt_prefer_readers", o->prefer_readers);
    config_set_int(f, "__rt_clock_ticks", o->clock_ticks);
    config_set_int(f, "__rt_unknown", o->unknown);
    config_set_int(f, "__rt_has_nondet_range", o->has_nondet_range);
    config_set_int(f, "__rt_is_symbolic", o->is_symbolic);
    config_set_int(f, "__rt_has_events", f->has_events);
    config_set_int(f, "__rt_waits_for_main", o->any_number != NULL);
    config_set_int(f, "__rt_has_unwinding", has_unwinding(f));
    config_set_int(f, "__rt_uses_cancel", is_used(f, "pthread_cancel"));
    config_set_int(f, "__rt_uses_flockfile", is_used(f, "flockfile") || is_used(f, "ftrylockfile"));
    config_set_int(f, "__rt_calls_lock",
                   is_used(f, "ftrylockfile") || is_used(f, "pipe") || is_used(f, "pipe2"));
    config_set_int(f, "__rt_ends_are_seen",
                   f->o->without_main || f->o->nplaces || f->has_signals ||
                       is_any_used(f, end_seers));
    config_set_int(f, "__rt_begins_are_seen",
                   f->o->without_main || f->o->nplaces || f->has_signals ||
                       is_used(f, "pthread_setname_np"));
    config_set_int(f, "__rt_uses_timers", is_any_used(f, timers));
    config_set_int(f, "__rt_has_interrupts",
                   f->has_signals ||
                       (is_used(f, "pthread_cancel") && is_used(f, "pthread_setcanceltype")));
    count_threads(f);
    fix_streams(f);
    return add_files(f);
}
