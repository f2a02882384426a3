// SPDX-License-Identifier: Apache-2.0
// Assertions in functions that nothing calls. Such functions are dropped before anything is
// lowered, so whoever wants to know which assertions no run reaches would never hear of them; nor
// of their lines.
//
// Inline functions and templates are left out: headers are full of those that a program does not
// use. A static function that nothing in its file uses is not known either: clang leaves it out.
#include "front/front_int.h"

#include <string.h>

bool uncalled_is_failure(LLVMValueRef v) {
    static const char *const names[] = {"__assert_fail", "__assert_perror_fail", "__assert",
                                        "heddle_assert_fail"};
    LLVMValueRef callee = LLVMIsACallInst(v) ? LLVMGetCalledValue(v) : NULL;
    bool is_named = false;
    for (u32 i = 0; callee && LLVMIsAFunction(callee) && i < ARRAY_LEN(names) && !is_named; i++)
        is_named = strcmp(LLVMGetValueName(callee), names[i]) == 0;
    return is_named;
}

static bool is_inline(LLVMValueRef fn) {
    LLVMLinkage linkage = LLVMGetLinkage(fn);
    return linkage == LLVMLinkOnceAnyLinkage || linkage == LLVMLinkOnceODRLinkage ||
           linkage == LLVMWeakODRLinkage || linkage == LLVMAvailableExternallyLinkage;
}

// Whether a condition decides in this line: without one an assertion is there not to be reached.
static bool has_condition(Front *f, LLVMValueRef fn, SrcLoc at) {
    bool has = false;
    for (LLVMBasicBlockRef bb = LLVMGetFirstBasicBlock(fn); bb && !has;
         bb = LLVMGetNextBasicBlock(bb)) {
        LLVMValueRef end = LLVMGetBasicBlockTerminator(bb);
        bool decides = end && LLVMIsABranchInst(end) && LLVMIsConditional(end);
        SrcLoc loc = decides ? debug_line(f, end) : (SrcLoc){0};
        has = loc.line == at.line && loc.file == at.file;
    }
    return has;
}

static void note_function(Front *f, LLVMValueRef fn, Uncalled *u) {
    const char *name = arena_text(f->p->arena, LLVMGetValueName(fn));
    for (LLVMBasicBlockRef bb = LLVMGetFirstBasicBlock(fn); bb; bb = LLVMGetNextBasicBlock(bb))
        for (LLVMValueRef v = LLVMGetFirstInstruction(bb); v; v = LLVMGetNextInstruction(v)) {
            SrcLoc at = uncalled_is_failure(v) ? debug_line(f, v) : (SrcLoc){0};
            if (at.line && has_condition(f, fn, at))
                VEC_PUSH(u->all, u->n, u->cap) = (MaybeUncalled){at, name};
        }
}

// A jump that brings no value with it will be no instruction of its own.
static bool only_jumps(LLVMValueRef v) {
    if (!LLVMIsABranchInst(v) || LLVMIsConditional(v))
        return false;
    return !LLVMIsAPHINode(LLVMGetFirstInstruction(LLVMGetSuccessor(v, 0)));
}

static void note_lines(Front *f, LLVMValueRef fn, Uncalled *u) {
    const char *name = arena_text(f->p->arena, LLVMGetValueName(fn));
    Dropped line;
    if (!debug_begins(f, fn, &line))
        return;
    VEC_PUSH(u->lines, u->nlines, u->lines_cap) = (MaybeDropped){line, name};
    for (LLVMBasicBlockRef bb = LLVMGetFirstBasicBlock(fn); bb; bb = LLVMGetNextBasicBlock(bb))
        for (LLVMValueRef v = LLVMGetFirstInstruction(bb); v; v = LLVMGetNextInstruction(v)) {
            SrcLoc at = debug_line(f, v);
            bool is_new = at.line && !only_jumps(v) && (at.line != line.at.line || line.function);
            line = is_new ? (Dropped){at, NULL} : line;
            if (is_new)
                VEC_PUSH(u->lines, u->nlines, u->lines_cap) = (MaybeDropped){line, name};
        }
}

void uncalled_note(Front *f, Uncalled *u) {
    for (LLVMValueRef v = LLVMGetFirstFunction(f->mod); v; v = LLVMGetNextFunction(v)) {
        if (LLVMIsDeclaration(v) || is_inline(v))
            continue;
        if (f->knows_asserts)
            note_function(f, v, u);
        if (f->o->wants_dropped)
            note_lines(f, v, u);
    }
}

void uncalled_keep(Front *f, Uncalled *u) {
    for (u32 i = 0; i < u->n; i++)
        if (!LLVMGetNamedFunction(f->mod, u->all[i].function))
            VEC_PUSH(f->uncalled, f->nuncalled, f->uncalled_cap) = u->all[i].at;
    for (u32 i = 0; i < u->nlines; i++)
        if (!LLVMGetNamedFunction(f->mod, u->lines[i].function))
            VEC_PUSH(f->dropped, f->ndropped, f->dropped_cap) = u->lines[i].line;
    VEC_FREE(u->all, u->cap);
    VEC_FREE(u->lines, u->lines_cap);
}
