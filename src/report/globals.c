// SPDX-License-Identifier: Apache-2.0
// Global variables and parts of them, outside of any replay.
#include "report/report_int.h"

enum { MOST_SHORT = 8, MOST_PARTS = 1 << 16 }; // elements and members that are told one by one

typedef struct Telling {
    Names names;
    Arena *arena;
    ReportValue *tell;
    void *arg;
} Telling;

static void tell_leaf(const Telling *t, const Leaf *l) {
    Text value = {0};
    Whole w = value_leaf(&t->names, l, &value);
    t->tell(t->arg, l->name, text_str(&value), w.is_number ? &w.number : NULL);
    text_done(&value);
}

// The bytes are a variable, a member or an element: one value.
static bool tell_whole(const Telling *t, ObjId global, u64 off, u64 size) {
    Text name = {0}, value = {0};
    TypeId type = 0;
    u64 start;
    bool is_named = names_part(&t->names, global, off, size, &name, &type, &start);
    bool is_whole = is_named && type && start == off && t->names.program->types[type].size == size;
    if (is_whole) {
        value_memory(&t->names, global, off, type, &value);
        t->tell(t->arg, text_str(&name), text_str(&value), NULL);
    }
    text_done(&name);
    text_done(&value);
    return is_whole;
}

// Several members of a union may begin at the same byte.
static bool tell_parts(const Telling *t, ObjId global, u64 off, u64 size, u32 most) {
    u64 at = off, end = off + size;
    for (u32 n = 0; at < end && n < most;) {
        Leaf leaves[MAX_LEAVES];
        u32 found = names_leaves(&t->names, t->arena, global, at, 1, leaves);
        at++;
        for (u32 i = 0; i < found && i < MAX_LEAVES; i++, n++) {
            tell_leaf(t, &leaves[i]);
            at = leaves[i].off + leaves[i].size > at ? leaves[i].off + leaves[i].size : at;
        }
    }
    return at >= end;
}

bool report_global(Vm *vm, ObjId global, u64 off, u64 size, bool is_short, ReportValue *tell,
                   void *arg) {
    Telling t = {.arena = arena_new(), .tell = tell, .arg = arg};
    names_reset(&t.names, vm);
    bool is_all = (is_short && tell_whole(&t, global, off, size)) ||
                  tell_parts(&t, global, off, size, is_short ? MOST_SHORT : MOST_PARTS);
    names_done(&t.names);
    arena_free(t.arena);
    return is_all;
}
