// SPDX-License-Identifier: Apache-2.0
// The events of a program: calls of heddle_ap, most of them with a literal.
#include "front/front_int.h"

#include <llvm-c/BitReader.h>
#include <string.h>

#define SAYS_EVENT "heddle_ap"
#define SAYS_PROGRESS "heddle_progress"
#define PROGRESS "progress"

static LLVMValueRef direct_call(LLVMUseRef u, LLVMValueRef fn) {
    LLVMValueRef v = LLVMGetUser(u);
    bool is_call = LLVMIsACallInst(v) || LLVMIsAInvokeInst(v);
    return is_call && LLVMGetCalledValue(v) == fn ? v : NULL;
}

// The literal that it is called with; NULL: none.
static const char *literal_of(LLVMValueRef call, size_t *len) {
    LLVMValueRef arg = LLVMGetNumArgOperands(call) ? LLVMGetOperand(call, 0) : NULL;
    LLVMValueRef text = arg && LLVMIsAGlobalVariable(arg) ? LLVMGetInitializer(arg) : NULL;
    if (!text || !LLVMIsGlobalConstant(arg) || !LLVMIsConstantString(text))
        return NULL;
    const char *bytes = LLVMGetAsString(text, len);
    const char *end = memchr(bytes, 0, *len);
    *len = end ? (size_t)(end - bytes) : *len;
    return bytes;
}

static bool is_same(const char *bytes, size_t len, const char *name) {
    return strlen(name) == len && memcmp(bytes, name, len) == 0;
}

static bool is_called(LLVMModuleRef mod, const char *name) {
    LLVMValueRef fn = LLVMGetNamedFunction(mod, name);
    return fn && LLVMGetFirstUse(fn);
}

static bool has_literal(LLVMModuleRef mod, const char *name) {
    LLVMValueRef fn = LLVMGetNamedFunction(mod, SAYS_EVENT);
    bool is_found = strcmp(name, PROGRESS) == 0 && is_called(mod, SAYS_PROGRESS);
    for (LLVMUseRef u = fn ? LLVMGetFirstUse(fn) : NULL; u && !is_found; u = LLVMGetNextUse(u)) {
        size_t len;
        const char *bytes = direct_call(u, fn) ? literal_of(LLVMGetUser(u), &len) : NULL;
        is_found = bytes && is_same(bytes, len, name);
    }
    return is_found;
}

static void ignore_diagnostic(LLVMDiagnosticInfoRef info, void *arg) { (void)info, (void)arg; }

bool event_is_in(const char *path, const char *name) {
    LLVMContextRef ctx = LLVMContextCreate();
    LLVMMemoryBufferRef buffer;
    LLVMModuleRef mod;
    char *message = NULL;
    bool is_found = false;
    LLVMContextSetDiagnosticHandler(ctx, ignore_diagnostic, NULL);
    if (!LLVMCreateMemoryBufferWithContentsOfFile(path, &buffer, &message)) {
        if (!LLVMParseBitcodeInContext2(ctx, buffer, &mod)) {
            is_found = has_literal(mod, name);
            LLVMDisposeModule(mod);
        }
        LLVMDisposeMemoryBuffer(buffer);
    }
    LLVMDisposeMessage(message);
    LLVMContextDispose(ctx);
    return is_found;
}

static void add_event(Front *f, const char *bytes, size_t len) {
    u32 i = 0;
    while (i < f->nevents && !is_same(bytes, len, f->events[i]))
        i++;
    if (i == f->nevents)
        VEC_PUSH(f->events, f->nevents, f->events_cap) =
            arena_printf(f->p->arena, "%.*s", (int)len, bytes);
}

static void list_events(Front *f) {
    LLVMValueRef fn = LLVMGetNamedFunction(f->mod, SAYS_EVENT);
    for (LLVMUseRef u = fn ? LLVMGetFirstUse(fn) : NULL; u; u = LLVMGetNextUse(u)) {
        size_t len;
        const char *bytes = direct_call(u, fn) ? literal_of(LLVMGetUser(u), &len) : NULL;
        if (bytes)
            add_event(f, bytes, len);
    }
    if (is_called(f->mod, SAYS_PROGRESS) || f->o->output_is_progress)
        add_event(f, PROGRESS, strlen(PROGRESS));
}

// Whether a proposition that nobody has made a function of is an event.
static bool is_event(const Front *f, u32 i) {
    const char *text = f->o->propositions[i];
    const char *made = arena_printf(f->p->arena, PROPOSITION_NAME "%u", i);
    bool is_listed = false;
    for (u32 k = 0; text && k < f->nevents && !is_listed; k++)
        is_listed = strcmp(f->events[k], text) == 0;
    return is_listed && !LLVMGetNamedFunction(f->mod, made) && !LLVMGetNamedFunction(f->mod, text);
}

// Names can be made while the program runs, so that none is an error.
static void note_unknown(const Front *f, const char *name) {
    const char *near = NULL;
    for (u32 i = 0; i < f->nevents; i++) {
        if (strcmp(f->events[i], name) == 0)
            return;
        if (text_distance(name, f->events[i]) <= 2)
            near = f->events[i];
    }
    front_notice(f->o, "ap(%s): no call of heddle_ap has this literal%s%s%s", name,
                 near ? "; did you mean '" : "", near ? near : "", near ? "'?" : "");
}

void event_prepare(Front *f) {
    list_events(f);
    for (u32 i = 0; i < f->o->nevents; i++)
        note_unknown(f, f->o->events[i]);
    f->has_events = f->o->nevents || f->o->output_is_progress;
    for (u32 i = 0; i < f->o->npropositions && !f->has_events; i++)
        f->has_events = is_event(f, i);
    if (!f->has_events) {
        config_forget_calls(f, SAYS_EVENT);
        config_forget_calls(f, SAYS_PROGRESS);
    }
}

void event_apply(Front *f) {
    if (!f->o->output_is_progress)
        config_forget_calls(f, "__rt_has_output");
}
