// SPDX-License-Identifier: Apache-2.0
// Violations that were found, and which of them are the same.
#include "prop/prop.h"

#include <stdlib.h>
#include <string.h>

// ---- which are the same -------------------------------------------------------------------------

bool violation_has_place(const Program *p, const Fault *f) {
    return (f->kind == FAULT_INVARIANT || f->thread != THREAD_NONE) && f->func < p->nfuncs &&
           f->pc < p->ncode;
}

bool violation_has_rival(const Fault *f) {
    if (f->kind == FAULT_DATA_RACE)
        return f->rival != THREAD_NONE || f->rival_pc;
    return f->kind == FAULT_DEADLOCK && f->places;
}

static SrcLoc place_of(const Program *p, const Fault *f) {
    return violation_has_place(p, f) ? program_loc(p, f->func, f->pc) : (SrcLoc){0};
}

ViolationKey violation_key(const Program *p, const Fault *f) {
    ENSURE(f->kind != FAULT_NONE);
    ViolationKey key = {.kind = f->kind};
    if (f->kind == FAULT_DEADLOCK && f->places) {
        key.more = f->places;
        return key;
    }
    SrcLoc loc = place_of(p, f);
    key.file = loc.file;
    key.line = loc.line;
    if (f->kind == FAULT_LEAK)
        key.more = (u32)f->size;
    if (f->kind == FAULT_INVARIANT)
        key = (ViolationKey){.kind = f->kind, .more = f->func};
    if (f->kind == FAULT_DATA_RACE && f->obj <= p->nglobals)
        key.more = f->obj;
    if (f->kind != FAULT_DATA_RACE || !violation_has_rival(f))
        return key;
    SrcLoc other = program_loc(p, f->rival_func, f->rival_pc);
    bool is_first = loc.file != other.file ? loc.file < other.file : loc.line <= other.line;
    key.other_file = is_first ? other.file : loc.file;
    key.other_line = is_first ? other.line : loc.line;
    key.file = is_first ? loc.file : other.file;
    key.line = is_first ? loc.line : other.line;
    return key;
}

bool violation_is_same(const ViolationKey *a, const ViolationKey *b) {
    return a->kind == b->kind && a->file == b->file && a->line == b->line &&
           a->other_file == b->other_file && a->other_line == b->other_line && a->more == b->more;
}

// ---- a machine for one of them ------------------------------------------------------------------

// SOUND: the run to a violation was found by a search that went on after some faults, in ways that
// change nothing but that it goes on. So whoever goes on after all of them comes along the same
// run. (Blocks that were lost before the last step are told apart by prop_replay.)
bool violation_is_another(const ViolationKey *wanted, const Program *p, const Fault *f) {
    ViolationKey key = violation_key(p, f);
    if (wanted->kind == FAULT_DATA_RACE && f->kind == FAULT_DATA_RACE && !wanted->other_line) {
        SrcLoc here = place_of(p, f); // a search may know of one place only
        key =
            (ViolationKey){.kind = f->kind, .file = here.file, .line = here.line, .more = key.more};
    }
    return !violation_is_same(&key, wanted);
}

static bool is_another(void *wanted, const Program *p, const Fault *f) {
    return violation_is_another(wanted, p, f);
}

VmOptions violation_machine(Violation *v, const VmOptions *search) {
    VmOptions options = *search;
    options.addressed = v->addressed;
    options.is_open = v->is_open;
    options.excuses = v->is_among_others ? is_another : NULL;
    options.excuses_arg = &v->key;
    // Unknown values that a machine computes with stay unknown, and only look like these numbers.
    if (search->is_symbolic) {
        options.shown = v->schedule.values;
        options.nshown = v->schedule.nvalues;
    } else if (v->schedule.nvalues) {
        options.values = v->schedule.values;
        options.nvalues = v->schedule.nvalues;
    }
    return options;
}

// ---- the list -----------------------------------------------------------------------------------

static void violation_done(Violation *v) {
    fault_forget(&v->fault);
    schedule_done(&v->schedule);
}

Violation *violations_add(Violations *v) {
    Violation *added = &VEC_PUSH(v->items, v->n, v->cap);
    *added = (Violation){0};
    return added;
}

void violations_drop_last(Violations *v) {
    ENSURE(v->n > 0);
    violation_done(&v->items[--v->n]);
}

void violations_done(Violations *v) {
    while (v->n)
        violations_drop_last(v);
    VEC_FREE(v->items, v->cap);
}

bool violations_have(const Violations *v, const ViolationKey *key) {
    bool has = false;
    for (u32 i = 0; i < v->n && !has; i++)
        has = violation_is_same(&v->items[i].key, key);
    return has;
}

typedef struct Ranked {
    Violation violation;
    SrcLoc at;
    const char *file;
} Ranked;

static int compare(const void *left, const void *right) {
    const Ranked *a = left, *b = right;
    int files = strcmp(a->file, b->file);
    if (files)
        return files;
    const u32 pairs[][2] = {{a->at.line, b->at.line},
                            {a->violation.key.kind, b->violation.key.kind},
                            {a->violation.key.other_file, b->violation.key.other_file},
                            {a->violation.key.other_line, b->violation.key.other_line},
                            {a->violation.key.more, b->violation.key.more}};
    for (size_t i = 0; i < ARRAY_LEN(pairs); i++)
        if (pairs[i][0] != pairs[i][1])
            return pairs[i][0] < pairs[i][1] ? -1 : 1;
    return 0;
}

void violations_sort(Violations *v, const Program *p) {
    Ranked *ranked = mem_alloc((v->n + 1) * sizeof *ranked);
    for (u32 i = 0; i < v->n; i++) {
        const ViolationKey *key = &v->items[i].key;
        SrcLoc at = key->line ? (SrcLoc){.file = key->file, .line = key->line}
                              : place_of(p, &v->items[i].fault);
        ranked[i] = (Ranked){v->items[i], at, p->files[at.file]};
    }
    qsort(ranked, v->n, sizeof *ranked, compare);
    for (u32 i = 0; i < v->n; i++)
        v->items[i] = ranked[i].violation;
    mem_free(ranked, (v->n + 1) * sizeof *ranked);
}
