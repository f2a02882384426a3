// SPDX-License-Identifier: Apache-2.0
// The path condition: what a run has found out about unknown values when it asked. It is part of
// the state, as the contents of an object of the machine's to which a variable of its own points
// (CONDITION_VARIABLE). Each entry says of a term that it is a certain number, or that it is not
// zero; of an unknown value itself no entry is needed, since it becomes that number everywhere, or
// is marked (BLOCK_NONZERO).
//
// A term that is known to be a number is replaced by it wherever it stands, but in its own entry,
// which keeps it; so the question is not asked again, and a term that is made once more is the
// number at once (condition_says).
//
// SOUND: a state stands for one state of the program for each choice of numbers for the unknown
// values that fulfils the condition; there is at least one, since an answer is taken only if the
// solver finds it possible. Which answers are possible is decided by the solver; it may give up,
// which ends the run (CUT_UNKNOWN_VALUE). (An open machine takes answers without asking, so that
// there may be none; who runs it asks for the whole.) Entries about values that nothing else
// mentions, nor shares a value with in an entry, are dropped (condition_tidy): they can be
// fulfilled whatever the others are.
#include "vm/vm_int.h"

#include <stdlib.h>
#include <string.h>

enum { ENTRY = 24, AT_VALUE = 8, AT_RELATION = 16 };

struct Condition {
    ObjId variable;
    Solver *solver;
    Translator query; // the one that is being made
    u32 *seen;        // by index: in which look at parts, see tidy
    u32 seen_cap, look;
    u32 *stack; // of such a look
    u32 nstack, stack_cap;
    bool *is_met;
    u32 is_met_cap;
    u32 *group; // by index: slices, see tidy
    u32 group_cap;
    // The last question for all values, and the answer: each alternative asks it once more.
    SolveWords asked, asking;
    u64 values[MOST_VALUES];
    u32 nvalues;
    CoverFigures covers;
};

static ObjId variable_of(const Program *p) {
    for (ObjId i = 1; i <= p->nglobals; i++)
        if (p->globals[i].is_runtime && strcmp(p->globals[i].name, CONDITION_VARIABLE) == 0)
            return i;
    return 0;
}

Condition *condition_new(const Program *p, const VmOptions *o) {
    ObjId variable = o->is_symbolic ? variable_of(p) : 0;
    if (!variable)
        return NULL;
    ENSURE(p->globals[variable].size == p->ptr_bytes);
    Condition *c = mem_zalloc_apart(sizeof *c);
    c->variable = variable;
    c->solver = solver_new(&(SolverOptions){.timeout_ms = o->solver_ms});
    return c;
}

void condition_done(Condition *c) {
    if (!c)
        return;
    solver_free(c->solver);
    translator_done(&c->query);
    VEC_FREE(c->seen, c->seen_cap);
    VEC_FREE(c->stack, c->stack_cap);
    VEC_FREE(c->is_met, c->is_met_cap);
    VEC_FREE(c->group, c->group_cap);
    solve_words_done(&c->asked);
    solve_words_done(&c->asking);
    mem_free(c, sizeof *c);
}

ObjId condition_variable(const Vm *vm) { return vm->condition->variable; }
CoverFigures *condition_covers(Vm *vm) { return &vm->condition->covers; }

// ---- the entries --------------------------------------------------------------------------------

// The object that holds them; 0: there is none.
static ObjId holder(const Vm *vm) {
    const ObjRef *r = &vm->fixed[vm->condition->variable];
    return contents_object(vm_contents(&vm->places[r->place]), r->offset);
}

static Place *holder_place(const Vm *vm) {
    ObjId id = holder(vm);
    Place *p = id ? &vm->dyn[id - vm->first_dynamic] : NULL;
    CHECK(!p || (p->kind == OBJ_INTERNAL && p->size % ENTRY == 0 && p->size));
    return p;
}

bool condition_is_holder(const Vm *vm, const Place *p) {
    return vm->condition && holder_place(vm) == p;
}

static u32 count(const Vm *vm) {
    const Place *p = holder_place(vm);
    return p ? p->size / ENTRY : 0;
}

u32 condition_count(Contents c) { return c.size / ENTRY; }

Entry condition_entry(Contents c, u32 i) {
    Entry e = {.term = contents_object(c, i * ENTRY),
               .relation = (Relation)contents_number(c, i * ENTRY + AT_RELATION, 8),
               .value = contents_number(c, i * ENTRY + AT_VALUE, 8)};
    ENSURE(e.term && e.relation <= IS_NOT);
    return e;
}

static Entry entry(const Vm *vm, u32 i) {
    return condition_entry(vm_contents(holder_place(vm)), i);
}

static void point_to(Vm *vm, ObjId id) {
    const ObjRef *r = &vm->fixed[vm->condition->variable];
    Cell pointer = cell_pointer(id, 0);
    memory_store(vm, &vm->places[r->place], r->offset, vm->program->ptr_bytes, &pointer);
}

static void write_entry(Vm *vm, Place *p, u32 i, const Entry *e) {
    Cell term = cell_pointer(e->term, 0), value = cell_number(e->value),
         relation = cell_number(e->relation);
    memory_store(vm, p, i * ENTRY, 8, &term);
    memory_store(vm, p, i * ENTRY + AT_VALUE, 8, &value);
    memory_store(vm, p, i * ENTRY + AT_RELATION, 8, &relation);
}

// These instead of those that there are, which are not fewer.
static void write_entries(Vm *vm, const Entry *entries, u32 n) {
    Place *p = holder_place(vm);
    ENSURE(n <= count(vm));
    all_changes(vm);
    if (n == 0) {
        point_to(vm, 0);
        return;
    }
    place_own(vm, p);
    memory_resize(vm, p, n * ENTRY);
    for (u32 i = 0; i < n; i++)
        write_entry(vm, p, i, &entries[i]);
}

static bool add_entry(Vm *vm, const Entry *e) {
    u32 n = count(vm);
    if (!holder(vm)) {
        ObjId id = obj_new(vm, OBJ_INTERNAL, ENTRY, 3, true);
        if (!id)
            return false;
        point_to(vm, id);
    } else {
        memory_resize(vm, holder_place(vm), (n + 1) * ENTRY);
    }
    Place *p = holder_place(vm);
    place_own(vm, p);
    write_entry(vm, p, n, e);
    all_changes(vm);
    ENSURE(count(vm) == n + 1);
    return true;
}

static bool find_supposed(const Vm *vm, ObjId term, Relation r, Entry *out) {
    const Supposed *s = &vm->supposed;
    u32 i = 0;
    while (i < s->n && (s->entries[i].term != term || s->entries[i].relation != r))
        i++;
    if (i < s->n)
        *out = s->entries[i];
    return i < s->n;
}

// The entry that says so of the term, or is supposed; false: there is none.
static bool find_entry(const Vm *vm, ObjId term, Relation r, Entry *out) {
    const Place *p = vm->condition ? holder_place(vm) : NULL;
    Contents c = p ? vm_contents(p) : (Contents){0};
    for (u32 i = 0; i < c.ntags; i++) {
        if (c.tags[i].obj != term)
            continue;
        *out = condition_entry(c, c.tags[i].off / ENTRY);
        if (out->relation == r)
            return true;
    }
    return find_supposed(vm, term, r, out);
}

bool condition_says(const Vm *vm, ObjId term, u64 *value) {
    Entry e;
    if (!find_entry(vm, term, IS, &e))
        return false;
    *value = e.value;
    return true;
}

static bool says_nonzero(const Vm *vm, ObjId term) {
    Entry e;
    return find_entry(vm, term, IS_NOT, &e) && e.value == 0;
}

bool condition_says_nonzero(const Vm *vm, ObjId id) {
    return (obj_look(vm, id)->flags & BLOCK_NONZERO) || says_nonzero(vm, id);
}

// ---- asking -------------------------------------------------------------------------------------

static Unknowns unknowns_of(const Vm *vm) {
    return (Unknowns){.places = vm->dyn, .first = vm->first_dynamic, .n = vm->ndyn};
}

static void begin_query(Vm *vm) {
    Condition *c = vm->condition;
    vm->step.depends_on_more = true;
    solve_begin(c->solver);
    translator_begin(&c->query, c->solver, unknowns_of(vm));
}

static u32 width_of(const Vm *vm, ObjId id) { return obj_look(vm, id)->width; }

static void require(Vm *vm, ObjId id, Relation r, u64 value) {
    Translator *t = &vm->condition->query;
    translator_demand(t, translator_relation(t, translate(t, id), width_of(vm, id), r, value));
}

static void require_entries(Vm *vm) {
    for (u32 i = 0; i < count(vm); i++) {
        Entry e = entry(vm, i);
        require(vm, e.term, e.relation, e.value);
    }
    for (u32 i = 0; i < vm->supposed.n; i++) {
        Entry e = vm->supposed.entries[i];
        require(vm, e.term, e.relation, e.value);
    }
}

// What is left of a search's time is all that a question may take.
Solver *condition_solver(Vm *vm, u32 most_ms) {
    double deadline = vm->options.solver_deadline;
    double left = deadline > 0 ? (deadline - clock_seconds()) * 1000 : most_ms;
    if (left <= 0)
        return NULL;
    solver_set_timeout(vm->condition->solver, left < most_ms ? (u32)left + 1 : most_ms);
    return vm->condition->solver;
}

static SolveAnswer ask(Vm *vm) {
    Solver *s = condition_solver(vm, vm->options.solver_ms);
    return s ? solve_ask(s) : SOLVE_GAVE_UP;
}

static SolveAnswer ask_whether(Vm *vm, ObjId id, Relation r, u64 value) {
    begin_query(vm);
    require_entries(vm);
    require(vm, id, r, value);
    return ask(vm);
}

// What can be seen without a solver: an unknown value was found not to be zero.
static bool is_excluded(const Vm *vm, ObjId id, Relation r, u64 value) {
    return r == IS && value == 0 && condition_says_nonzero(vm, id);
}

// Nobody asks later for what a call supposes, so that an open machine asks there, too.
static SolveAnswer is_possible(Vm *vm, ObjId id, Relation r, u64 value) {
    if (vm->options.is_open && !vm->supposed.is_on) {
        vm->step.depends_on_more = true;
        return is_excluded(vm, id, r, value) ? SOLVE_NO : SOLVE_YES;
    }
    return ask_whether(vm, id, r, value);
}

static int as_number(SolveAnswer a) { return a == SOLVE_GAVE_UP ? -1 : a == SOLVE_YES; }

int condition_can_be(Vm *vm, ObjId id, u64 value) {
    return as_number(ask_whether(vm, id, IS, value));
}

int condition_is_certain(Vm *vm, ObjId id) {
    SolveAnswer a = ask_whether(vm, id, IS, 0);
    return a == SOLVE_GAVE_UP ? -1 : a == SOLVE_NO;
}

bool condition_smallest(Vm *vm, ObjId id, u64 *out) {
    Translator *t = &vm->condition->query;
    Solver *s = vm->condition->solver;
    u32 width = width_of(vm, id);
    u64 low = 0, high = term_mask(width);
    while (low < high) {
        u64 middle = low + (high - low) / 2;
        begin_query(vm);
        require_entries(vm);
        SolveId args[2] = {translate(t, id), solve_number(s, middle, width)};
        solve_require(s, solve_apply(s, TERM_ULE, width, 1, 0, args, 2));
        SolveAnswer a = ask(vm);
        if (a == SOLVE_GAVE_UP)
            return false;
        low = a == SOLVE_YES ? low : middle + 1;
        high = a == SOLVE_YES ? middle : high;
    }
    *out = low;
    return true;
}

Truths condition_truths(Vm *vm, ObjId id) {
    const Place *p = obj_look(vm, id);
    u64 v;
    ENSURE(p && place_is_unknown(p));
    if (condition_says(vm, id, &v))
        return v ? TRUTHS_NONZERO : TRUTHS_ZERO;
    if (condition_says_nonzero(vm, id))
        return TRUTHS_NONZERO;
    SolveAnswer zero = is_possible(vm, id, IS, 0), other = is_possible(vm, id, IS_NOT, 0);
    bool is_none = zero == SOLVE_NO && other == SOLVE_NO;
    ENSURE((!is_none || vm->options.is_open) && "a condition that nothing fulfils");
    if (zero == SOLVE_GAVE_UP || other == SOLVE_GAVE_UP || is_none)
        return TRUTHS_NOBODY_KNOWS;
    return (zero == SOLVE_YES ? TRUTHS_ZERO : 0) | (other == SOLVE_YES ? TRUTHS_NONZERO : 0);
}

static int by_value(const void *a, const void *b) {
    u64 x = *(const u64 *)a, y = *(const u64 *)b;
    return x < y ? -1 : x > y;
}

// Begins the question what the term can be; whether the answer is known.
static SolveId begin_values(Vm *vm, ObjId id, bool *is_known) {
    Condition *c = vm->condition;
    begin_query(vm);
    require_entries(vm);
    SolveId term = translate(&c->query, id);
    solve_words(c->solver, term, &c->asking);
    *is_known = c->nvalues && solve_words_same(&c->asking, &c->asked);
    return term;
}

const u64 *condition_values(Vm *vm, ObjId id, u32 *n) {
    Condition *c = vm->condition;
    bool is_known;
    SolveId term = begin_values(vm, id, &is_known);
    if (!is_known)
        c->nvalues = 0;
    while (!is_known) {
        SolveAnswer a = ask(vm);
        if (a == SOLVE_GAVE_UP || (a == SOLVE_YES && c->nvalues == MOST_VALUES)) {
            c->nvalues = 0;
            return NULL;
        }
        if (a == SOLVE_NO)
            break;
        u64 v = solve_value(c->solver, term);
        c->values[c->nvalues++] = v;
        require(vm, id, IS_NOT, v);
    }
    ENSURE((c->nvalues > 0 || vm->options.is_open) && "a condition that nothing fulfils");
    if (!is_known) {
        qsort(c->values, c->nvalues, sizeof *c->values, by_value);
        SolveWords swap = c->asked;
        c->asked = c->asking;
        c->asking = swap;
    }
    *n = c->nvalues;
    return c->values;
}

bool condition_is_few(Vm *vm, ObjId id, u32 most) {
    Solver *s = vm->condition->solver;
    begin_query(vm);
    require_entries(vm);
    SolveId term = translate(&vm->condition->query, id);
    for (u32 n = 0; n <= most; n++) {
        SolveAnswer a = ask(vm);
        if (a != SOLVE_YES) // who has to try them hears that nobody knows
            return true;
        require(vm, id, IS_NOT, solve_value(s, term));
    }
    return false;
}

// ---- what is found out --------------------------------------------------------------------------

// Terms of which all operands are numbers by now are numbers.
static void refold(Vm *vm) {
    bool has_changed = true;
    while (has_changed) {
        has_changed = false;
        for (u32 i = 0; i < vm->ndyn; i++) {
            const Place *p = &vm->dyn[i];
            u64 v;
            if (!place_is_unknown(p) || !term_is_number(p, &v) || (p->flags & BLOCK_SETTLED))
                continue;
            memory_settle(vm, vm->first_dynamic + i, v);
            has_changed = true;
        }
    }
    spots_refold(vm);
}

// Entries about terms that are numbers by now say nothing. False: one of them says what is not so.
static bool drop_numbers(Vm *vm) {
    u32 n = count(vm), kept = 0;
    Contents contents = n ? vm_contents(holder_place(vm)) : (Contents){0};
    bool is_fulfilled = true;
    Entry *entries = mem_alloc((n + 1) * sizeof *entries);
    for (u32 i = 0; i < n; i++) {
        Entry e = condition_entry(contents, i);
        u64 v;
        bool is_number = term_is_number(obj_look(vm, e.term), &v);
        bool is_true = is_number && (v == e.value) == (e.relation == IS);
        is_fulfilled = is_fulfilled && (!is_number || is_true);
        if (!is_true) // what is not so stays, so that the whole is impossible from then on
            entries[kept++] = e;
    }
    if (kept < n)
        write_entries(vm, entries, kept);
    mem_free(entries, (n + 1) * sizeof *entries);
    ENSURE((is_fulfilled || vm->options.is_open) && "a condition that nothing fulfils");
    return is_fulfilled;
}

static bool settle(Vm *vm, ObjId id, u64 value) {
    bool is_leaf = term_is_leaf(obj_look(vm, id));
    if (!is_leaf && !add_entry(vm, &(Entry){id, IS, value}))
        return false;
    memory_settle(vm, id, value);
    return true;
}

static bool settle_nonzero(Vm *vm, ObjId id) {
    bool is_leaf = term_is_leaf(obj_look(vm, id));
    if (!is_leaf && !says_nonzero(vm, id) && !add_entry(vm, &(Entry){id, IS_NOT, 0}))
        return false;
    memory_settle_nonzero(vm, id);
    return true;
}

static bool learn(Vm *vm, const Entry *e) {
    ENSURE(e->relation == IS || e->value == 0);
    if (e->relation == IS)
        return settle(vm, e->term, e->value);
    return width_of(vm, e->term) == 1 ? settle(vm, e->term, 1) : settle_nonzero(vm, e->term);
}

// What is said of a comparison with a number, or of an opposite, is said of what is compared: it
// may become a number, or a simpler entry. False: it is something else.
static bool says_of_operand(const Vm *vm, ObjId *id, Relation *r, u64 *value) {
    const Place *p = obj_look(vm, *id);
    Term t;
    if (term_is_leaf(p) || p->width != 1)
        return false;
    bool truth = (*r == IS) == (*value == 1);
    term_read(p, &t);
    if (t.n != 2 || !cell_is_number(t.args[1]) || cell_is_number(t.args[0]))
        return false;
    u64 n = t.args[1].v;
    u32 width = obj_look(vm, t.args[0].tag)->width;
    bool is_equal = (t.op == TERM_EQ && truth) || (t.op == TERM_NE && !truth);
    bool is_other = (t.op == TERM_NE && truth) || (t.op == TERM_EQ && !truth);
    bool is_not = t.op == TERM_XOR && t.bits == 1 && n == 1;
    if (!is_equal && !is_not && !(is_other && n == 0 && width > 1))
        return false;
    *id = t.args[0].tag;
    *r = is_other ? IS_NOT : IS;
    *value = is_not ? !truth : n;
    return true;
}

enum { MOST_INSIDE = 4 };

static Learnt suppose(Vm *vm, ObjId id, Relation r, u64 value) {
    SolveAnswer a = is_possible(vm, id, r, value);
    if (a != SOLVE_YES)
        return a == SOLVE_NO ? LEARNT_IMPOSSIBLE : LEARNT_NOBODY_KNOWS;
    suppose_say(vm, id, r, value);
    return LEARNT_DONE;
}

Learnt condition_add(Vm *vm, ObjId id, Relation r, u64 value) {
    if (vm->supposed.is_on)
        return suppose(vm, id, r, value);
    Entry outer[MOST_INSIDE];
    u32 n = 0;
    do
        outer[n++] = (Entry){id, r, value};
    while (n < MOST_INSIDE && says_of_operand(vm, &id, &r, &value));
    Entry inner = outer[n - 1];
    SolveAnswer a = is_possible(vm, inner.term, inner.relation, inner.value);
    if (a != SOLVE_YES)
        return a == SOLVE_NO ? LEARNT_IMPOSSIBLE : LEARNT_NOBODY_KNOWS;
    if (!learn(vm, &inner))
        return LEARNT_NO_ROOM;
    // What follows from that needs no entry.
    for (u32 i = 0; i + 1 < n; i++)
        if (!(obj_look(vm, outer[i].term)->flags & BLOCK_SETTLED))
            memory_settle(vm, outer[i].term, (outer[i].relation == IS) == (outer[i].value == 1));
    refold(vm);
    return drop_numbers(vm) ? LEARNT_DONE : LEARNT_IMPOSSIBLE;
}

// ---- what does not matter any more --------------------------------------------------------------

static u32 group_of(const Condition *c, u32 index) {
    while (c->group[index] != index)
        index = c->group[index];
    return index;
}

static void join(Condition *c, u32 a, u32 b) {
    a = group_of(c, a);
    b = group_of(c, b);
    if (a < b)
        c->group[b] = a;
    else
        c->group[a] = b;
}

// Joins all that a term is made of; what is reached otherwise reaches the representative.
static void join_parts(Vm *vm, u32 index) {
    Condition *c = vm->condition;
    c->look++;
    VEC_PUSH(c->stack, c->nstack, c->stack_cap) = index;
    while (c->nstack) {
        u32 at = c->stack[--c->nstack];
        Term t;
        if (c->seen[at] == c->look)
            continue;
        c->seen[at] = c->look;
        join(c, index, at);
        if (term_is_leaf(&vm->dyn[at]))
            continue;
        term_read(&vm->dyn[at], &t);
        for (u32 i = 0; i < t.n; i++)
            if (!cell_is_number(t.args[i]))
                VEC_PUSH(c->stack, c->nstack, c->stack_cap) = t.args[i].tag - vm->first_dynamic;
    }
}

static void mark_reached(Vm *vm) {
    Condition *c = vm->condition;
    VEC_RESERVE(c->is_met, 0, c->is_met_cap, vm->ndyn + 1);
    memset(c->is_met, 0, vm->ndyn * sizeof *c->is_met);
    c->is_met[holder(vm) - vm->first_dynamic] = true; // as if it had been looked at
    vm_mark_reachable(vm, c->is_met);
}

static void find_groups(Vm *vm) {
    Condition *c = vm->condition;
    VEC_RESERVE(c->group, 0, c->group_cap, vm->ndyn + 1);
    VEC_RESERVE(c->seen, 0, c->seen_cap, vm->ndyn + 1);
    memset(c->seen, 0, vm->ndyn * sizeof *c->seen);
    c->look = 0;
    for (u32 i = 0; i < vm->ndyn; i++)
        c->group[i] = i;
    for (u32 i = 0; i < count(vm); i++)
        join_parts(vm, entry(vm, i).term - vm->first_dynamic);
    for (u32 i = 0; i < vm->ndyn; i++)
        if (c->is_met[i] && place_is_unknown(&vm->dyn[i]))
            c->is_met[group_of(c, i)] = true;
}

static int by_term(const void *a, const void *b) {
    const Entry *x = a, *y = b;
    if (x->term != y->term)
        return x->term < y->term ? -1 : 1;
    return x->relation < y->relation ? -1 : x->relation > y->relation;
}

// SOUND: only what can be fulfilled may be dropped, and an open machine does not know.
static bool keeps_all(const Vm *vm) { return vm->options.keeps_conditions || vm->options.is_open; }

void condition_tidy(Vm *vm) {
    Condition *c = vm->condition;
    u32 n = count(vm), kept = 0;
    if (n == 0)
        return;
    ENSURE(vm->step.depends_on_more);
    if (!keeps_all(vm)) {
        mark_reached(vm);
        find_groups(vm);
    }
    Contents contents = vm_contents(holder_place(vm));
    Entry *entries = mem_alloc(n * sizeof *entries);
    bool is_sorted = true;
    for (u32 i = 0; i < n; i++) {
        Entry e = condition_entry(contents, i);
        if (!keeps_all(vm) && !c->is_met[group_of(c, e.term - vm->first_dynamic)])
            continue;
        is_sorted = is_sorted && (kept == 0 || by_term(&entries[kept - 1], &e) <= 0);
        entries[kept++] = e;
    }
    if (kept < n || !is_sorted)
        write_entries(vm, entries, kept);
    mem_free(entries, n * sizeof *entries);
}

// ---- the whole of it ----------------------------------------------------------------------------

u32 vm_condition(Vm *vm, struct Solver *s) {
    Condition *c = vm->condition;
    if (!c)
        return solve_number(s, 1, 1);
    ENSURE(keeps_all(vm));
    translator_begin_whole(&c->query, s, unknowns_of(vm));
    require_entries(vm);
    return c->query.whole;
}

int vm_is_possible(Vm *vm) {
    if (!vm->condition)
        return 1;
    begin_query(vm);
    require_entries(vm);
    return as_number(ask(vm));
}

// ---- numbers for a whole run --------------------------------------------------------------------

void condition_log(Vm *vm, ObjId id) {
    vm->has_made_unknown = true;
    if (vm->options.logs_stretches || vm->options.shown)
        VEC_PUSH(vm->unknowns, vm->nunknowns, vm->unknowns_cap) = (struct MadeUnknown){.obj = id};
}

void condition_log_number(Vm *vm, ObjId id, u64 value) {
    for (u32 i = 0; i < vm->nunknowns; i++) {
        if (vm->unknowns[i].obj != id || vm->unknowns[i].is_settled)
            continue;
        vm->unknowns[i].is_settled = true;
        vm->unknowns[i].value = value;
    }
}

// Its slot may serve another object by now, if nothing mentions it any more.
static bool is_free(const Vm *vm, const struct MadeUnknown *u) {
    const Place *p = obj_look(vm, u->obj);
    return !u->is_settled && p && place_is_unknown(p) && term_is_leaf(p);
}

// What a run has it be that somebody may have written by hand: -1 is a value of any width.
static u64 shown_value(const Vm *vm, u32 i) {
    return vm->options.shown[i] & term_mask(width_of(vm, vm->unknowns[i].obj));
}

void condition_suppose_shown(Vm *vm) {
    ENSURE(vm->supposed.n == 0);
    for (u32 i = 0; i < vm->nunknowns && i < vm->options.nshown; i++)
        if (is_free(vm, &vm->unknowns[i]))
            suppose_say(vm, vm->unknowns[i].obj, IS, shown_value(vm, i));
    if (vm->supposed.n && vm_is_possible(vm) != 1)
        suppose_forget(vm);
}

u32 vm_nunknowns(const Vm *vm) { return vm->nunknowns; }
bool vm_has_made_unknown(const Vm *vm) { return vm->has_made_unknown; }

int vm_choose_values(Vm *vm, u64 *values) {
    ENSURE(vm->options.keeps_conditions);
    for (u32 i = 0; i < vm->nunknowns; i++)
        values[i] = vm->unknowns[i].value;
    if (!vm->condition)
        return 1;
    begin_query(vm);
    require_entries(vm);
    for (u32 i = 0; i < vm->nunknowns; i++)
        if (is_free(vm, &vm->unknowns[i]))
            translate(&vm->condition->query, vm->unknowns[i].obj);
    SolveAnswer a = ask(vm);
    ENSURE((a != SOLVE_NO || vm->options.is_open) && "a condition that nothing fulfils");
    for (u32 i = 0; i < vm->nunknowns && a == SOLVE_YES; i++)
        if (is_free(vm, &vm->unknowns[i]))
            values[i] = solve_value(vm->condition->solver,
                                    translate(&vm->condition->query, vm->unknowns[i].obj));
    return as_number(a);
}

u32 vm_values_taken(const Vm *vm) { return vm->values_taken; }

const u8 *vm_answers(const Vm *vm, u32 *n) {
    *n = vm->nanswers;
    return vm->answers;
}

static u64 piece_of(u64 v, u32 part) {
    u32 first = part >> 8, len = part & 0xff;
    v = first >= 8 ? 0 : v >> 8 * first;
    return len && len < 8 ? v & term_mask(8 * len) : v;
}

// A spot is the pointer that it is with its offset.
static Cell spot_as_chosen(Vm *vm, Cell c) {
    Spot s = spot_read(vm, c.tag);
    Cell offset = vm_as_chosen(vm, s.offset);
    return cell_is_number(offset) && !c.part ? cell_pointer(s.base, offset.v & ptr_mask(vm)) : c;
}

Cell vm_as_chosen(Vm *vm, Cell c) {
    if (!vm->condition || !vm->options.shown)
        return c;
    if (cell_kind(vm, c) == CELL_SPOT)
        return spot_as_chosen(vm, c);
    if (cell_kind(vm, c) != CELL_UNKNOWN)
        return c;
    Solver *s = vm->condition->solver;
    begin_query(vm);
    SolveId term = translate(&vm->condition->query, c.tag);
    for (u32 i = 0; i < vm->nunknowns && i < vm->options.nshown; i++)
        if (is_free(vm, &vm->unknowns[i]) &&
            translator_has(&vm->condition->query, vm->unknowns[i].obj))
            require(vm, vm->unknowns[i].obj, IS, shown_value(vm, i));
    return ask(vm) == SOLVE_YES ? cell_number(piece_of(solve_value(s, term), c.part)) : c;
}

bool vm_is_chosen(const Vm *vm, Cell c) {
    const Place *p = tag_names_object(c.tag) ? obj_look(vm, c.tag) : NULL;
    return p && place_is_unknown(p) && term_is_leaf(p) && !c.part;
}

VmQuestions vm_questions(const Vm *vm) {
    if (!vm->condition)
        return (VmQuestions){0};
    SolveFigures f = solver_figures(vm->condition->solver);
    return (VmQuestions){f.asked, (double)f.solver_ns / 1e9, f.gave_up};
}
