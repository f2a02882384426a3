// SPDX-License-Identifier: Apache-2.0
// What makes two states equal when the user has a say in it: memory that is not matched, and
// abstractions, which are functions of the program whose results are matched. Both come from the
// command line and from the program itself, which keeps a table of them (runtime/matching.c) in its
// memory, so that they belong to the state.
#include "explore/explore_int.h"

#include <string.h>

// Those of the command line and those of a table; ranges can be unmatched or untracked, and one is
// the table itself.
enum { MOST_ABSTRACTIONS = MOST_MATCHING + TABLE_ENTRIES, MOST_RANGES = 2 * MOST_ABSTRACTIONS + 1 };

typedef struct Abstraction {
    FuncId function;
    ObjId buffer; // 0: all globals that the function writes
    u32 off, size;
} Abstraction;

// What is in force in a state.
typedef struct Terms {
    MatchRange ranges[MOST_RANGES];
    u32 nranges;
    Abstraction abstractions[MOST_ABSTRACTIONS];
    u32 nabstractions;
} Terms;

bool explore_has_matching(const MatchOptions *o, const Program *p) {
    return o->nhidden || o->nabstractions || table_named(p, MATCHING_TABLE);
}

// ---- what is in force ---------------------------------------------------------------------------

static u64 least(u64 a, u64 b) { return a < b ? a : b; }

// What is outside the object, or in no object that can change, means nothing.
static void add_range(const Exploration *s, Terms *out, ObjId obj, u64 off, u64 size,
                      bool is_hidden) {
    const Program *p = s->program;
    ObjId first = program_first_dynamic(p);
    MatchRange r = {.is_hidden = is_hidden};
    if (tag_is_dynamic(obj, first) && off <= UINT32_MAX) {
        r.leaf = leaf_of_object(p, obj - first);
        r.off = (u32)off;
        r.size = (u32)least(size, UINT32_MAX - off);
    } else if (obj && obj <= p->nglobals && !p->globals[obj].is_const && !p->globals[obj].is_tls &&
               off < p->globals[obj].size) {
        r.leaf = p->globals[obj].block;
        r.off = p->globals[obj].offset + (u32)off;
        r.size = (u32)least(size, p->globals[obj].size - off);
        ENSURE(r.leaf < p->nblocks && r.off + r.size <= p->blocks[r.leaf].size);
    } else {
        return;
    }
    ENSURE(out->nranges < MOST_RANGES);
    out->ranges[out->nranges++] = r;
}

static void add_entry(const Exploration *s, Terms *out, const TableEntry *t) {
    const Program *p = s->program;
    ENSURE(t->kind >= TABLE_UNMATCHED && t->kind <= TABLE_TRACKED);
    if (t->kind != TABLE_ABSTRACTION) {
        add_range(s, out, t->obj, t->off, t->size,
                  t->kind == TABLE_UNMATCHED || t->kind == TABLE_UNTRACKED);
        return;
    }
    ENSURE(out->nabstractions < MOST_ABSTRACTIONS);
    if (t->update > p->nglobals && t->update - p->nglobals - 1 < p->nfuncs)
        out->abstractions[out->nabstractions++] =
            (Abstraction){t->update - p->nglobals - 1, t->obj, (u32)t->off, (u32)t->size};
}

static void add_table(const Explorer *e, const StateWord *state, ObjId table, Terms *out) {
    const Program *p = e->shared->program;
    TableEntry entries[TABLE_ENTRIES];
    ENSURE(table == e->shared->matching_table || table == e->shared->tracking_table);
    u32 n = table_read(p, table, view_leaf(e->view, state, p->globals[table].block), entries);
    for (u32 i = 0; i < n; i++)
        add_entry(e->shared, out, &entries[i]);
}

static void add_globals(const Exploration *s, Terms *out, const ObjId *globals, u32 n) {
    for (u32 i = 0; i < n; i++) {
        ENSURE(globals[i] && globals[i] <= s->program->nglobals);
        add_range(s, out, globals[i], 0, s->program->globals[globals[i]].size, true);
    }
}

static void find_terms(const Explorer *e, const StateWord *state, Terms *out) {
    const Exploration *s = e->shared;
    const MatchOptions *o = &s->options->matching;
    out->nranges = out->nabstractions = 0;
    ENSURE(o->nhidden <= MOST_MATCHING && o->nabstractions <= MOST_MATCHING);
    if (s->tracks_all) {
        add_globals(s, out, o->untracked, o->nuntracked);
        if (s->tracking_table)
            add_table(e, state, s->tracking_table, out);
    }
    add_globals(s, out, o->hidden, o->nhidden);
    for (u32 i = 0; i < o->nabstractions; i++)
        out->abstractions[out->nabstractions++] = (Abstraction){.function = o->abstractions[i]};
    if (s->matching_table) {
        add_table(e, state, s->matching_table, out);
        add_globals(s, out, &s->matching_table, 1);
    }
    ENSURE(out->nranges <= MOST_RANGES && out->nabstractions <= MOST_ABSTRACTIONS);
}

// ---- abstractions -------------------------------------------------------------------------------

// Small globals share a block; one that has changed, though no write was recorded, has changed in
// all of them.
static bool was_written(const Vm *vm, ObjId global) {
    CHECK(global && global <= vm_program(vm)->nglobals);
    const Place *place = &vm_globals(vm)[vm_program(vm)->globals[global].block];
    bool is_block_recorded = false, is_recorded = false;
    const StepRecord *call = vm_last(vm);
    for (u32 i = 0; place->is_own && i < call->naccesses && !is_recorded; i++) {
        const Access *a = &call->accesses[i];
        is_block_recorded = is_block_recorded || (a->is_write && a->place == place);
        is_recorded = a->is_write && a->obj == global;
    }
    return place->is_own && (is_recorded || !is_block_recorded);
}

// The globals that the function has written.
static void find_written(Explorer *e) {
    const Vm *vm = e->caller;
    const Program *p = vm_program(vm);
    e->npieces = 0;
    for (ObjId id = 1; id <= p->nglobals; id++) {
        const Global *g = &p->globals[id];
        CHECK(g->is_const || g->is_tls || g->offset + g->size <= vm_globals(vm)[g->block].size);
        if (!g->is_const && !g->is_tls && was_written(vm, id))
            VEC_PUSH(e->pieces, e->npieces, e->pieces_cap) =
                (Piece){&vm_globals(vm)[g->block], g->offset, g->size, id};
    }
}

// The number of what the abstraction has computed; the machine has just called it.
static u32 result_of(Explorer *e, const Abstraction *a) {
    Vm *vm = e->caller;
    u32 off = 0, size = 0;
    const Place *buffer = a->buffer ? vm_place(vm, a->buffer, &off, &size) : NULL;
    if (buffer)
        return view_intern(e->view, vm, &(Piece){buffer, off + a->off, a->size, 0}, 1);
    find_written(e);
    ENSURE(e->npieces <= vm_program(vm)->nglobals);
    return view_intern(e->view, vm, e->pieces, e->npieces);
}

// Whether an unknown value is part of the result, which has the numbers of one state's objects for
// its names: another value may have the same in another state.
static bool has_unknown(const Explorer *e, const Abstraction *a) {
    Vm *vm = e->caller;
    u32 off = 0, size = 0;
    const Place *buffer = a->buffer ? vm_place(vm, a->buffer, &off, &size) : NULL;
    if (buffer)
        return vm_holds_unknown(vm, buffer, off + a->off, a->size);
    u32 i = 0;
    while (i < e->npieces &&
           !vm_holds_unknown(vm, e->pieces[i].place, e->pieces[i].off, e->pieces[i].size))
        i++;
    return i < e->npieces;
}

// One function may fill several buffers.
static MemoValue memo_of(Explorer *e, const Abstraction *a) {
    ENSURE(e->memo);
    if (!a->buffer)
        return (MemoValue){a->function, MEMO_OTHER};
    u32 range = view_pair(e->view, a->off, a->size);
    return (MemoValue){a->function, MEMO_OTHER + view_pair(e->view, a->buffer, range)};
}

static u32 compute(Explorer *e, const StateWord *state, const Abstraction *a) {
    ENSURE(e->caller && a->function < e->shared->program->nfuncs);
    u32 value;
    MemoValue memo = e->memo ? memo_of(e, a) : (MemoValue){0};
    if (e->memo && memo_find_value(e->memo, state, memo, &value))
        return value;
    Cell ignored;
    view_load(e->view, e->caller, state);
    RunEnd end = vm_call(e->caller, a->function, NULL, 0, &ignored)->end;
    if (end != RUN_DONE) {
        explorer_refuse(e, "the abstraction '%s' cannot be computed: %s",
                        e->shared->program->funcs[a->function].name,
                        text_str(&vm_last(e->caller)->fault->text));
        return view_intern(e->view, e->caller, NULL, 0);
    }
    Text why = {0};
    if (prop_reads_thread_local(e->caller, "abstraction",
                                e->shared->program->funcs[a->function].name, &why))
        explorer_refuse(e, "%s", text_str(&why));
    text_done(&why);
    value = result_of(e, a);
    bool is_refused = has_unknown(e, a);
    if (is_refused)
        explorer_refuse(e,
                        "the abstraction '%s' computes an unknown value: what is compared must be "
                        "numbers (--nondet-range LO..HI tries the values of a range)",
                        e->shared->program->funcs[a->function].name);
    if (e->memo && !is_refused)
        memo_learn_value(e->memo, e->caller, vm_last(e->caller), state, memo, value);
    return value;
}

// What is compared of a state; points into itself, so it stays where it is.
typedef struct Prepared {
    Terms terms;
    u32 values[MOST_ABSTRACTIONS];
    MatchSpec match;
} Prepared;

static void prepare(Explorer *e, const StateWord *state, Prepared *out) {
    Terms *terms = &out->terms;
    find_terms(e, state, terms);
    ENSURE(terms->nabstractions <= ARRAY_LEN(out->values));
    for (u32 i = 0; i < terms->nabstractions; i++)
        out->values[i] = compute(e, state, &terms->abstractions[i]);
    out->match = (MatchSpec){terms->ranges, out->values, terms->nranges, terms->nabstractions,
                             .joiner = THREAD_NONE};
}

static void note_abstraction(Exploration *s, const Terms *terms) {
    u32 nown = s->matching_table ? 1 : 0; // the table itself
    CHECK(terms->nranges >= nown);
    if (!s->tracks_all && (terms->nranges > nown || terms->nabstractions))
        atomic_store_explicit(&s->is_abstracted, true, memory_order_relaxed);
}

u64 matching_key(Explorer *e, const StateWord *state) {
    Prepared p;
    CHECK(e->shared->bisimulation);
    prepare(e, state, &p);
    return view_matched_key(e->view, state, &p.match);
}

bool matching_add(Explorer *e, const StateWord *state, StateHandle *handle) {
    CHECK(e->shared->is_matching && !e->shared->bisimulation);
    Prepared p;
    prepare(e, state, &p);
    note_abstraction(e->shared, &p.terms);
    return handle ? view_add_matched_marked(e->view, state, &p.match, handle)
                  : view_add_matched(e->view, state, &p.match);
}

size_t matching_write(Explorer *e, const StateWord *state, void *buffer, size_t size) {
    CHECK(e->shared->use.is_driven);
    Prepared p;
    prepare(e, state, &p);
    note_abstraction(e->shared, &p.terms);
    return flat_write_matched(e->view, state, &p.match, buffer, size);
}

// ---- by name ------------------------------------------------------------------------------------

// Globals by name, separated by commas.
static bool add_named(ObjId *list, u32 *n, const Program *p, const char *option, const char *names,
                      Diag *d) {
    for (size_t len; names && *names; names += len + (names[len] == ',')) {
        len = strcspn(names, ",");
        ObjId g;
        Diag why = {0};
        bool is_found = ir_find_global(p, names, len, &g, &why);
        if (!is_found)
            diag_fail(d, "--%s: %s", option, diag_text(&why));
        diag_done(&why);
        if (!is_found)
            return false;
        ENSURE(g && g <= p->nglobals && *n <= MOST_MATCHING);
        if (*n == MOST_MATCHING)
            return diag_fail(d, "--%s: more than %d variables", option, MOST_MATCHING);
        list[(*n)++] = g;
    }
    return true;
}

static bool add_abstraction(MatchOptions *o, const Program *p, const char *name, size_t len,
                            Diag *d) {
    FuncId f;
    Diag why = {0};
    bool is_found = ir_find_function(p, name, len, true, &f, &why);
    if (!is_found)
        diag_fail(d, "--abstraction: %s", diag_text(&why));
    diag_done(&why);
    if (!is_found)
        return false;
    ENSURE(f < p->nfuncs && o->nabstractions <= MOST_MATCHING);
    if (p->funcs[f].nparams || p->funcs[f].is_variadic)
        return diag_fail(d, "--abstraction: '%s' must have no parameters", p->funcs[f].name);
    if (o->nabstractions == MOST_MATCHING)
        return diag_fail(d, "--abstraction: more than %d functions", MOST_MATCHING);
    o->abstractions[o->nabstractions++] = f;
    return true;
}

bool explore_set_matching(MatchOptions *o, const Program *p, const MatchNames *names, Diag *d) {
    bool is_ok = add_named(o->hidden, &o->nhidden, p, "unmatched", names->unmatched, d) &&
                 add_named(o->untracked, &o->nuntracked, p, "untracked", names->untracked, d);
    const char *functions = names->abstractions;
    ENSURE(o->nhidden <= MOST_MATCHING && o->nuntracked <= MOST_MATCHING);
    for (size_t len; is_ok && functions && *functions; functions += len + (functions[len] == ',')) {
        len = strcspn(functions, ",");
        is_ok = add_abstraction(o, p, functions, len, d);
    }
    return is_ok;
}
