// SPDX-License-Identifier: Apache-2.0
// Where threads are, for propositions that ask for it: at(F) and at(L). Whoever comes to such a
// function or label calls __rt_arrive, and __rt_leave when it leaves (runtime/place.c). The calls
// are put into the code before the optimiser sees it, so it may do what it likes. LLVM code of the
// user's gets them as it is.
#include "front/front_int.h"

#include <ctype.h>
#include <llvm-c/BitReader.h>
#include <stdlib.h>
#include <string.h>

#define ARRIVE "__rt_arrive"
#define LEAVE "__rt_leave"
enum { MOST_DISTANCE = 2 }; // of a name that may be meant

// ---- sites --------------------------------------------------------------------------------------

// A function of the user's, or a label in it: the call of llvm.dbg.label that stands there.
typedef struct Site {
    LLVMValueRef fn;
    const char *function, *label; // names; NULL: no label
    LLVMValueRef mark;
} Site;
typedef void SiteVisit(void *arg, const Site *s);

// The name of the label that the instruction marks; NULL: none.
static const char *label_of(LLVMValueRef v, Arena *arena) {
    LLVMValueRef callee = LLVMIsACallInst(v) ? LLVMGetCalledValue(v) : NULL;
    LLVMValueRef fields[8];
    unsigned len = 0;
    if (!callee || strcmp(LLVMGetValueName(callee), "llvm.dbg.label") != 0)
        return NULL;
    LLVMValueRef label = LLVMGetOperand(v, 0);
    u32 n = LLVMGetMDNodeNumOperands(label);
    if (n < 2 || n > ARRAY_LEN(fields))
        return NULL;
    LLVMGetMDNodeOperands(label, fields);
    const char *name = fields[1] ? LLVMGetMDString(fields[1], &len) : NULL;
    return name ? arena_printf(arena, "%.*s", (int)len, name) : NULL;
}

// (The module has debug records as calls.)
static void visit_sites(LLVMModuleRef mod, Arena *arena, SiteVisit *visit, void *arg) {
    for (LLVMValueRef fn = LLVMGetFirstFunction(mod); fn; fn = LLVMGetNextFunction(fn)) {
        if (LLVMIsDeclaration(fn))
            continue;
        const char *name = demangled_name(arena, arena_text(arena, LLVMGetValueName(fn)));
        visit(arg, &(Site){fn, name, NULL, NULL});
        for (LLVMBasicBlockRef bb = LLVMGetFirstBasicBlock(fn); bb; bb = LLVMGetNextBasicBlock(bb))
            for (LLVMValueRef v = LLVMGetFirstInstruction(bb), next; v; v = next) {
                const char *label = label_of(v, arena);
                next = LLVMGetNextInstruction(v);
                if (label)
                    visit(arg, &(Site){fn, name, label, v});
            }
    }
}

// ---- finding ------------------------------------------------------------------------------------

typedef struct Found {
    bool is_function, is_owner; // there is a function of its name
    u32 nlabels;                // of its name, in different functions
    const char *owner;          // the first of these
    const char *nearest;        // the name most like it; NULL: none is
    u32 distance;
} Found;

struct PlaceSearch {
    const FrontOptions *o;
    Arena *arena;
    Found *found;  // by place
    bool is_given; // in LLVM code of the user's
};

PlaceSearch *place_search_new(const FrontOptions *o) {
    PlaceSearch *s = mem_zalloc(sizeof *s);
    *s = (PlaceSearch){.o = o, .arena = arena_new()};
    s->found = arena_alloc(s->arena, (o->nplaces + 1) * sizeof *s->found);
    memset(s->found, 0, (o->nplaces + 1) * sizeof *s->found);
    return s;
}

void place_search_free(PlaceSearch *s) {
    arena_free(s->arena);
    mem_free(s, sizeof *s);
}

static void look_near(Found *f, const char *wanted, const char *name) {
    u32 distance = text_distance(wanted, name);
    if (distance <= MOST_DISTANCE && distance < strlen(wanted) &&
        (!f->nearest || distance < f->distance)) {
        f->nearest = name;
        f->distance = distance;
    }
}

static void look_at_label(Found *f, const FrontPlace *p, const Site *site) {
    const char *label = p->label ? p->label : p->name;
    if (p->label && strcmp(site->function, p->name) != 0)
        return;
    look_near(f, label, site->label);
    bool is_same_owner = f->owner && strcmp(f->owner, site->function) == 0;
    if (strcmp(label, site->label) != 0 || is_same_owner)
        return;
    f->nlabels++;
    f->owner = f->owner ? f->owner : site->function;
}

static void look_at_site(void *arg, const Site *site) {
    PlaceSearch *s = arg;
    for (u32 i = 0; i < s->o->nplaces; i++) {
        const FrontPlace *p = &s->o->places[i];
        Found *f = &s->found[i];
        if (!p->name)
            continue;
        if (site->label) {
            look_at_label(f, p, site);
            continue;
        }
        bool is_it = strcmp(site->function, p->name) == 0;
        f->is_function = f->is_function || (is_it && !p->label);
        f->is_owner = f->is_owner || (is_it && p->label);
        if (!p->label || !f->is_owner)
            look_near(f, p->name, site->function);
    }
}

static bool look_at_module(LLVMContextRef ctx, LLVMModuleRef mod, const void *arg) {
    PlaceSearch *s = *(PlaceSearch *const *)arg;
    (void)ctx;
    LLVMSetIsNewDbgInfoFormat(mod, false);
    visit_sites(mod, s->arena, look_at_site, s);
    return false;
}

void place_search(PlaceSearch *s, const char *path) { bitcode_edit(path, look_at_module, &s); }

static bool fail_place(const FrontPlace *p, const Found *f, bool is_given, Diag *d) {
    Text text = {0};
    text_add(&text, "the proposition %s: ", p->text);
    if (f->nlabels > 1)
        text_add(
            &text,
            "several functions have a label '%s'; which is meant is written FUNCTION:LABEL, as "
            "in %s:%s",
            p->name, f->owner, p->name);
    else if (!p->label)
        text_add(&text, "the program has no function and no label '%s'", p->name);
    else if (f->is_owner)
        text_add(&text, "the function '%s' has no label '%s'", p->name, p->label);
    else
        text_add(&text, "the program has no function '%s'", p->name);
    if (!f->nlabels && f->nearest && f->distance)
        text_add(&text, "; did you mean '%s'?", f->nearest);
    else if (!f->nlabels && is_given)
        text_add(&text, " (LLVM code has labels if it was made with -g, and no functions that an "
                        "optimiser has inlined)");
    diag_fail(d, "%s", text_str(&text));
    text_done(&text);
    return false;
}

bool place_search_ends(PlaceSearch *s, FrontPlace *places, bool is_partial, Arena *arena, Diag *d) {
    for (u32 i = 0; i < s->o->nplaces; i++) {
        const Found *f = &s->found[i];
        FrontPlace *p = &places[i];
        *p = s->o->places[i];
        if (!p->name || f->is_function || (p->label && f->nlabels))
            continue;
        if (f->nlabels == 1) {
            p->label = p->name;
            p->name = arena_text(arena, f->owner);
        } else if (!is_partial || f->nlabels) {
            return fail_place(p, f, s->is_given, d);
        }
    }
    return true;
}

// ---- marking ------------------------------------------------------------------------------------

typedef struct Marker {
    LLVMContextRef ctx;
    LLVMModuleRef mod;
    const FrontPlace *places;
    u32 nplaces;
    bool is_any;
} Marker;

// Puts a call before the instruction.
static void add_call(Marker *m, LLVMValueRef before, const char *name, u32 number) {
    LLVMTypeRef i32_type = LLVMInt32TypeInContext(m->ctx);
    LLVMTypeRef type = LLVMFunctionType(LLVMVoidTypeInContext(m->ctx), &i32_type, 1, false);
    LLVMValueRef fn = LLVMGetNamedFunction(m->mod, name);
    LLVMValueRef arg = LLVMConstInt(i32_type, number, false);
    LLVMBuilderRef b = LLVMCreateBuilderInContext(m->ctx);
    LLVMPositionBuilderBefore(b, before);
    LLVMMetadataRef loc = LLVMInstructionGetDebugLoc(before);
    LLVMValueRef call =
        LLVMBuildCall2(b, type, fn ? fn : LLVMAddFunction(m->mod, name, type), &arg, 1, "");
    if (loc)
        LLVMInstructionSetDebugLoc(call, loc);
    LLVMDisposeBuilder(b);
    m->is_any = true;
}

static LLVMValueRef first_behind_locals(LLVMValueRef fn) {
    LLVMValueRef v = LLVMGetFirstInstruction(LLVMGetEntryBasicBlock(fn));
    while (LLVMIsAAllocaInst(v))
        v = LLVMGetNextInstruction(v);
    return v;
}

// What must stand right before a return stays there.
static LLVMValueRef before_return(LLVMValueRef ret) {
    LLVMValueRef call = LLVMGetPreviousInstruction(ret);
    bool is_tail =
        call && LLVMIsACallInst(call) && LLVMGetTailCallKind(call) == LLVMTailCallKindMustTail;
    return is_tail ? call : ret;
}

static void mark_function(Marker *m, LLVMValueRef fn, u32 number) {
    for (LLVMBasicBlockRef bb = LLVMGetFirstBasicBlock(fn); bb; bb = LLVMGetNextBasicBlock(bb)) {
        LLVMValueRef end = LLVMGetBasicBlockTerminator(bb);
        if (end && LLVMIsAReturnInst(end))
            add_call(m, before_return(end), LEAVE, number);
    }
    add_call(m, first_behind_locals(fn), ARRIVE, number);
}

static void mark_site(void *arg, const Site *site) {
    Marker *m = arg;
    for (u32 i = 0; i < m->nplaces; i++) {
        const FrontPlace *p = &m->places[i];
        if (!p->name || strcmp(p->name, site->function) != 0 || !p->label != !site->label)
            continue;
        if (!p->label) {
            mark_function(m, site->fn, p->proposition);
        } else if (strcmp(p->label, site->label) == 0) {
            LLVMValueRef behind = LLVMGetNextInstruction(site->mark);
            add_call(m, behind, ARRIVE, p->proposition);
            add_call(m, behind, LEAVE, p->proposition);
        }
    }
}

static bool mark_module(LLVMContextRef ctx, LLVMModuleRef mod, const void *arg) {
    const FrontOptions *o = arg;
    Marker m = {.ctx = ctx, .mod = mod, .places = o->places, .nplaces = o->nplaces};
    Arena *arena = arena_new();
    LLVMSetIsNewDbgInfoFormat(mod, false);
    visit_sites(mod, arena, mark_site, &m);
    arena_free(arena);
    return m.is_any;
}

bool place_mark(const char *path, const FrontOptions *o) {
    return o->nplaces && bitcode_edit(path, mark_module, o);
}

// ---- LLVM code of the user's --------------------------------------------------------------------

static u32 marked_already(Front *f) {
    LLVMValueRef fn = LLVMGetNamedFunction(f->mod, ARRIVE);
    u32 marked = 0;
    for (LLVMUseRef u = fn ? LLVMGetFirstUse(fn) : NULL; u; u = LLVMGetNextUse(u)) {
        LLVMValueRef number = LLVMGetOperand(LLVMGetUser(u), 0);
        for (u32 i = 0; i < f->o->nplaces && LLVMIsAConstantInt(number); i++)
            if (f->o->places[i].proposition == LLVMConstIntGetZExtValue(number))
                marked |= 1u << i;
    }
    return marked;
}

static bool mark_given(Front *f) {
    Arena *arena = arena_new();
    u32 marked = marked_already(f);
    FrontOptions rest = *f->o;
    FrontPlace *places = arena_alloc(arena, (rest.nplaces + 1) * sizeof *places);
    for (u32 i = rest.nplaces = 0; i < f->o->nplaces; i++)
        if (!(marked >> i & 1))
            places[rest.nplaces++] = f->o->places[i];
    rest.places = places;
    PlaceSearch *s = place_search_new(&rest);
    s->is_given = true;
    look_at_module(f->ctx, f->mod, &s);
    FrontPlace *all = arena_alloc(arena, (rest.nplaces + 1) * sizeof *all);
    bool is_good = place_search_ends(s, all, false, arena, f->d);
    f->has_failed = f->has_failed || !is_good;
    rest.places = all;
    if (is_good)
        mark_module(f->ctx, f->mod, &rest);
    LLVMSetIsNewDbgInfoFormat(f->mod, true);
    place_search_free(s);
    arena_free(arena);
    return is_good;
}

bool place_prepare(Front *f) {
    bool has_given = false;
    for (u32 i = 0; i < f->o->nfiles; i++)
        has_given = has_given || !front_is_source(f->o->files[i]);
    return !f->o->nplaces || !has_given || mark_given(f);
}

// ---- threads ------------------------------------------------------------------------------------

// Something is done with it but to call it.
static bool is_taken(LLVMValueRef fn) {
    bool is = false;
    for (LLVMUseRef u = LLVMGetFirstUse(fn); u && !is; u = LLVMGetNextUse(u)) {
        LLVMValueRef v = LLVMGetUser(u);
        is = !LLVMIsACallInst(v) || LLVMGetCalledValue(v) != fn;
        for (u32 i = 0; !is && i < LLVMGetNumArgOperands(v); i++)
            is = LLVMGetOperand(v, i) == fn;
    }
    return is;
}

// The source's name: what files have for themselves gets a number when they are linked.
static const char *source_name(Front *f, LLVMValueRef fn) {
    const char *name = arena_text(f->p->arena, LLVMGetValueName(fn));
    const char *dot = strrchr(name, '.');
    if (dot && dot > name && dot[1] && strspn(dot + 1, "0123456789") == strlen(dot + 1))
        name = arena_printf(f->p->arena, "%.*s", (int)(dot - name), name);
    return demangled_name(f->p->arena, name);
}

// The function that threads are started with; NULL with a message.
static LLVMValueRef find_task(Front *f, const FrontPlace *p) {
    LLVMValueRef task = NULL;
    Found near = {0};
    bool is_there = false;
    for (LLVMValueRef fn = LLVMGetFirstFunction(f->mod); fn; fn = LLVMGetNextFunction(fn)) {
        if (LLVMIsDeclaration(fn) || module_is_runtime(f, fn))
            continue;
        const char *name = source_name(f, fn);
        bool is_it = strcmp(name, p->thread) == 0, is_task = is_taken(fn);
        if (is_task && !is_it)
            look_near(&near, p->thread, name);
        if (is_it && is_task && task) {
            front_fail(f, "the proposition %s: several files have a function '%s'", p->text,
                       p->thread);
            return NULL;
        }
        is_there = is_there || is_it;
        task = is_it && is_task ? fn : task;
    }
    if (task)
        return task;
    front_fail(f, "the proposition %s: %s '%s'%s%s%s", p->text,
               is_there ? "no thread can be started with the function" : "there is no function",
               p->thread, near.nearest ? "; did you mean '" : "", near.nearest ? near.nearest : "",
               near.nearest ? "'?" : "");
    return NULL;
}

enum { ANY_THREAD = -1, MOST_NUMBER = 1 << 16 };

// Who the proposition is about: a number, or 0 and the function. False with a message.
static bool find_threads(Front *f, const FrontPlace *p, i64 *number, LLVMValueRef *task) {
    *task = NULL;
    *number = 0;
    if (!p->thread) {
        *number = ANY_THREAD;
    } else if (strcmp(p->thread, "main") == 0) {
        *number = 1;
    } else if (isdigit((unsigned char)p->thread[0])) {
        char *end;
        *number = strtol(p->thread, &end, 10);
        if (*end || *number < 1 || *number > MOST_NUMBER)
            return front_fail(
                f, "the proposition %s: threads have numbers from 1 on, which is main", p->text);
    } else {
        *task = find_task(f, p);
        return *task != NULL;
    }
    return true;
}

static void forget_unasked(Front *f) {
    static const char *const hooks[] = {"__rt_asked_begins", "__rt_asked_ends", "__rt_asked_save",
                                        "__rt_asked_restore"};
    bool is_waiting = false;
    for (u32 i = 0; i < f->o->nplaces; i++)
        is_waiting = is_waiting || f->o->places[i].is_waiting;
    if (!is_waiting)
        config_forget_calls(f, "__rt_comes_to_wait");
    for (u32 i = 0; i < ARRAY_LEN(hooks) && !f->o->nplaces; i++)
        config_forget_calls(f, hooks[i]);
}

bool place_apply(Front *f) {
    forget_unasked(f);
    LLVMValueRef table = LLVMGetNamedGlobal(f->mod, "__rt_groups");
    i64 last = 0;
    if (!f->o->nplaces || !table)
        return true;
    LLVMTypeRef array = LLVMGlobalGetValueType(table), row = LLVMGetElementType(array);
    u32 n = (u32)LLVMGetArrayLength2(array);
    LLVMValueRef *rows = mem_alloc(n * sizeof *rows);
    for (u32 i = 0; i < n; i++)
        rows[i] = LLVMConstNull(row);
    bool is_good = true;
    for (u32 i = 0; i < f->o->nplaces && is_good; i++) {
        i64 number;
        LLVMValueRef task;
        is_good = find_threads(f, &f->o->places[i], &number, &task);
        LLVMValueRef fields[2] = {
            task ? task : LLVMConstNull(LLVMStructGetTypeAtIndex(row, 0)),
            LLVMConstInt(LLVMStructGetTypeAtIndex(row, 1), (u64)number, true)};
        ENSURE(f->o->places[i].proposition < n);
        rows[f->o->places[i].proposition] = LLVMConstNamedStruct(row, fields, 2);
        last = number > last ? number : last;
    }
    LLVMSetInitializer(table, LLVMConstArray2(row, rows, n));
    mem_free(rows, n * sizeof *rows);
    config_set_int(f, "__rt_last_number", last);
    return is_good;
}
