// SPDX-License-Identifier: Apache-2.0
// The system of a program: its global states are what all threads share, its local states what one
// has for itself, its moves the steps of the machine with one thread. A bad global state is one
// that a violation has led to.
#include "many/many_int.h"

#include <string.h>

typedef enum GlobalKind { GLOBAL_RUNS, GLOBAL_OVER, GLOBAL_BAD } GlobalKind;

typedef struct GlobalState {
    GlobalKind kind;
    Shared shared; // GLOBAL_RUNS
    Text fault;    // GLOBAL_BAD: the sentence
} GlobalState;

// Whether a thread waits for another one, and where the pointer to that stands.
typedef struct Wait {
    Mark at;
    bool waits;
} Wait;

typedef struct Many {
    const Program *p;
    const SearchOptions *o;
    SearchResult *r;
    Vm *vm;
    Pieces *pieces;
    GlobalState *globals;
    u32 nglobals, globals_cap;
    Own *locals;
    u32 nlocals, locals_cap;
    Table global_table, local_table;
    u32 over;         // 1 + the global state after exit; 0: not met yet
    Table wait_table; // by global and local state: 1 + index
    Wait *waits;
    u32 nwaits, waits_cap;
    u64 transitions;
} Many;

// ---- numbers of states --------------------------------------------------------------------------

static u32 add_global(Many *m, GlobalState g) {
    VEC_PUSH(m->globals, m->nglobals, m->globals_cap) = g;
    return m->nglobals - 1;
}

// Takes over what is given.
static u32 global_of(Many *m, Shared shared) {
    size_t bytes = shared.n * sizeof *shared.ids;
    for (u64 hash = hash_bytes(shared.ids, bytes, 1);; hash++) {
        u32 *at = table_add(&m->global_table, hash, shared.n + 1);
        if (!*at) {
            *at = m->nglobals + 1;
            return add_global(m, (GlobalState){.kind = GLOBAL_RUNS, .shared = shared});
        }
        const Shared *other = &m->globals[*at - 1].shared;
        if (other->n == shared.n && memcmp(other->ids, shared.ids, bytes) == 0) {
            u32 id = *at - 1;
            shared_done(&shared);
            return id;
        }
    }
}

static bool are_equal(const Own *a, const Own *b) {
    return a->thread == b->thread && a->nids == b->nids && a->nmarks == b->nmarks &&
           memcmp(a->ids, b->ids, a->nids * sizeof *a->ids) == 0 &&
           (!a->nmarks || memcmp(a->marks, b->marks, a->nmarks * sizeof *a->marks) == 0);
}

static u32 local_of(Many *m, Own own) {
    u64 hash = hash_bytes(own.ids, own.nids * sizeof *own.ids, own.thread);
    hash = own.nmarks ? hash_bytes(own.marks, own.nmarks * sizeof *own.marks, hash) : hash;
    for (;; hash++) {
        u32 *at = table_add(&m->local_table, hash, own.nids + 1);
        if (!*at) {
            VEC_PUSH(m->locals, m->nlocals, m->locals_cap) = own;
            *at = m->nlocals;
            return m->nlocals - 1;
        }
        if (are_equal(&m->locals[*at - 1], &own)) {
            u32 id = *at - 1;
            own_done(&own);
            return id;
        }
    }
}

static u32 over(Many *m) {
    if (!m->over)
        m->over = 1 + add_global(m, (GlobalState){.kind = GLOBAL_OVER});
    return m->over - 1;
}

static u32 bad(Many *m, const char *sentence) {
    GlobalState g = {.kind = GLOBAL_BAD};
    text_add(&g.fault, "%s", sentence);
    return add_global(m, g);
}

// ---- moves --------------------------------------------------------------------------------------

static void cut(Many *m, const char *why) {
    const Fault *f = vm_last(m->vm)->fault;
    Text text = {0};
    if (f && f->func < m->p->nfuncs && !m->p->funcs[f->func].is_runtime && m->p->locs[f->pc].file)
        text_add(&text, "%s:%u: in '%s': ", m->p->files[m->p->locs[f->pc].file],
                 m->p->locs[f->pc].line, m->p->funcs[f->func].name);
    text_add(&text, "%s", why);
    verdict_cut_run(&m->r->verdict, false, text_str(&text));
    text_done(&text);
}

static void add_move(CountMoves *out, CountMove move) {
    VEC_PUSH(out->items, out->len, out->cap) = move;
}

static void expand(Many *m, u32 global, u32 local, CountMoves *out);

// The thread has come to a point where others may go on, or has ended.
static void arrive(Many *m, RunEnd end, CountMoves *out) {
    Parts parts;
    Text why = {0};
    if (!pieces_take(m->pieces, &parts, &why)) {
        cut(m, text_str(&why));
        text_done(&why);
        return;
    }
    bool is_inside = end == RUN_POINT && vm_thread(m->vm, 0)->in_atomic;
    CountMove move = {.local = LOCAL_NONE};
    move.global = global_of(m, parts.shared);
    parts.shared = (Shared){0};
    u32 first = 0;
    if (end == RUN_POINT)
        move.local = local_of(m, parts.threads[first++]);
    bool has_room = parts.nthreads - first <= MOST_STARTED;
    for (u32 i = first; i < parts.nthreads; i++) {
        u32 started = local_of(m, parts.threads[i]);
        if (has_room)
            move.started[move.nstarted++] = started;
    }
    mem_free(parts.threads, parts.nthreads * sizeof *parts.threads);
    if (!has_room || (is_inside && move.nstarted))
        cut(m, "threads are started inside of an atomic section");
    else if (is_inside)
        expand(m, move.global, move.local, out);
    else
        add_move(out, move);
}

static void judge(Many *m, RunEnd end, CountMoves *out) {
    Fault f = {0};
    const PropertySet *properties = &m->o->explore.properties;
    if (prop_judge_end(properties, m->vm, end, &f))
        add_move(out, (CountMove){.global = bad(m, text_str(&f.text)), .local = LOCAL_NONE});
    else if (end == RUN_FAULT && ir_kind_after[vm_last(m->vm)->fault->kind] != KIND_ENDS)
        cut(m, text_str(&vm_last(m->vm)->fault->text));
    else
        add_move(out, (CountMove){.global = over(m), .local = LOCAL_NONE});
    text_done(&f.text);
}

static void expand(Many *m, u32 global, u32 local, CountMoves *out) {
    for (u32 a = 0, n = 1; a < n; a++) {
        pieces_load(m->pieces, &m->globals[global].shared, &m->locals[local]);
        n = vm_alternatives(m->vm, 0);
        if (a >= n)
            return;
        m->transitions++;
        RunEnd end = vm_step(m->vm, 0, a)->end;
        switch (end) {
        case RUN_POINT:
        case RUN_DONE: arrive(m, end, out); break;
        case RUN_ASSUME:
        case RUN_VOID: break;
        case RUN_CUT: cut(m, text_str(&vm_last(m->vm)->fault->text)); break;
        default: judge(m, end, out); break;
        }
    }
}

static void moves(void *self, u32 global, u32 local, CountMoves *out) {
    Many *m = self;
    ENSURE(global < m->nglobals && local < m->nlocals);
    if (m->globals[global].kind == GLOBAL_RUNS)
        expand(m, global, local, out);
}

static bool is_bad(void *self, u32 global) {
    const Many *m = self;
    return m->globals[global].kind == GLOBAL_BAD;
}

// ---- circles of waits ---------------------------------------------------------------------------
// A thread that waits for a lock knows where the pointer to its holder stands; who holds it has a
// mark there. Threads that wait for each other in a circle wait for ever, whatever others do.

// Where the pointer to the thread stands that the thread waits for.
static bool waits_at(Many *m, u32 global, u32 local, Mark *out) {
    u64 key = (u64)global << 32 | local;
    u32 *known = table_add(&m->wait_table, key, PLAIN_KEY);
    if (!*known) {
        Mark at = {0};
        bool waits = false;
        pieces_load(m->pieces, &m->globals[global].shared, &m->locals[local]);
        Stance s;
        vm_stance(m->vm, 0, &s, NULL);
        const Pending *p = &vm_live(m->vm, 0)->pend;
        if (s.alternatives == 0 && !s.can_be_interrupted && p->kind == PEND_WAIT &&
            !cell_is_number(p->owner)) {
            u32 base, size;
            const Place *place = vm_place(m->vm, p->owner.tag, &base, &size);
            waits = place && pieces_leaf(m->pieces, place, &at.leaf);
            at.off = base + (u32)p->owner.v;
        }
        VEC_PUSH(m->waits, m->nwaits, m->waits_cap) = (Wait){at, waits};
        *table_add(&m->wait_table, key, PLAIN_KEY) = m->nwaits;
        known = table_add(&m->wait_table, key, PLAIN_KEY);
    }
    *out = m->waits[*known - 1].at;
    return m->waits[*known - 1].waits;
}

static bool has_mark(const Own *own, Mark at) {
    for (u32 i = 0; i < own->nmarks; i++)
        if (own->marks[i].leaf == at.leaf && own->marks[i].off == at.off)
            return true;
    return false;
}

// The part with the thread that one of part i waits for; c->n: nobody, or nobody who is there.
static u32 awaited(Many *m, const CountConfig *c, u32 i) {
    Mark at;
    u32 k = c->n;
    if (waits_at(m, c->global, c->parts[i].local, &at))
        for (k = 0; k < c->n && !has_mark(&m->locals[c->parts[k].local], at);)
            k++;
    return k;
}

static bool is_circle(void *self, const CountConfig *c) {
    Many *m = self;
    if (m->globals[c->global].kind != GLOBAL_RUNS ||
        !m->o->explore.properties.checked[FAULT_DEADLOCK])
        return false;
    for (u32 i = 0; i < c->n; i++) {
        u32 at = i, steps = 0;
        do
            at = awaited(m, c, at);
        while (at < c->n && at != i && steps++ < c->n);
        if (at == i)
            return true;
    }
    return false;
}

static void name_global(void *self, u32 global, Text *out) {
    (void)self;
    text_add(out, "%u", global);
}

static void tell_move(void *self, u32 global, u32 local, u32 move, Text *out) {
    (void)self, (void)global, (void)local;
    text_add(out, "%u", move);
}

// ---- the whole ----------------------------------------------------------------------------------

static bool begin(Many *m, CountConfig *initial) {
    Parts parts;
    Text why = {0};
    vm_stop_alone(m->vm);
    vm_start(m->vm);
    bool is_good = pieces_take(m->pieces, &parts, &why);
    ENSURE(is_good && parts.nthreads == 1);
    initial->global = global_of(m, parts.shared);
    config_add(initial, local_of(m, parts.threads[0]), 1);
    mem_free(parts.threads, parts.nthreads * sizeof *parts.threads);
    return is_good;
}

static void conclude(Many *m, const CountResult *c, ManyResult *out) {
    Verdict *v = &m->r->verdict;
    out->globals = m->nglobals;
    out->locals = m->nlocals;
    out->kept = c->kept;
    m->r->figures.states = c->states;
    m->r->figures.transitions = m->transitions;
    m->r->figures.depth = c->depth;
    m->r->bounds_met = vm_bounds_met(m->vm);
    explore_name_bounds_met(&m->o->explore, m->r->bounds_met, v);
    if (c->answer == COUNT_STOPPED) {
        verdict_cut(v, "%s", text_str(&c->reason));
        verdict_limit(v);
    }
    out->threads = c->answer == COUNT_REACHABLE ? c->threads : 0;
    out->is_circle = c->answer == COUNT_REACHABLE && m->globals[c->bad].kind != GLOBAL_BAD;
    verdict_condition(v, PREP_FOR, "any number of threads");
    if (m->o->explore.properties.checked[FAULT_DEADLOCK])
        verdict_condition(v, PREP_BUT_FOR, "deadlocks that are no circles of waits for locks");
    const GlobalState *bad = c->answer == COUNT_REACHABLE ? &m->globals[c->bad] : NULL;
    verdict_conclude(v, !bad ? NULL : bad->kind == GLOBAL_BAD ? text_str(&bad->fault) : "deadlock");
}

bool many_is_asked_for(const Program *p) {
    bool is = false;
    for (u32 i = 0; i < p->nfuncs && !is; i++)
        is = p->funcs[i].is_runtime && strcmp(p->funcs[i].name, "heddle_any_threads") == 0;
    return is;
}

void many_run(const Program *p, const SearchOptions *o, SearchResult *r, ManyResult *out) {
    Many m = {.p = p, .o = o, .r = r};
    *out = (ManyResult){0};
    double start = clock_seconds();
    search_result_init(&o->explore, r);
    VmOptions vm = explore_machine_options(&o->explore);
    vm.grain = GRAIN_VISIBLE;
    vm.private_memory = true;
    m.vm = vm_new(p, &vm);
    m.pieces = pieces_new(m.vm);
    CountConfig initial = {0};
    begin(&m, &initial);
    CountSystem system = {.self = &m,
                          .moves = moves,
                          .is_bad = is_bad,
                          .is_bad_together = is_circle,
                          .name_global = name_global,
                          .name_local = name_global,
                          .tell_move = tell_move,
                          .initial = &initial,
                          .ninitial = 1};
    CountOptions options = {.limits = {.time_limit = o->time_limit, .deadline = o->deadline}};
    CountResult result = {0};
    count_forward(&system, &options, &result);
    if (result.answer == COUNT_REACHABLE) {
        CountResult plain = {0};
        options.most_states = 1000000;
        count_plain(&system, 0, &options, &plain);
        if (plain.answer == COUNT_REACHABLE)
            result.threads = plain.threads;
        count_result_done(&plain);
    }
    conclude(&m, &result, out);
    r->figures.seconds = clock_seconds() - start;
    count_result_done(&result);
    config_done(&initial);
    for (u32 i = 0; i < m.nglobals; i++) {
        shared_done(&m.globals[i].shared);
        text_done(&m.globals[i].fault);
    }
    for (u32 i = 0; i < m.nlocals; i++)
        own_done(&m.locals[i]);
    VEC_FREE(m.globals, m.globals_cap);
    VEC_FREE(m.locals, m.locals_cap);
    table_done(&m.global_table);
    table_done(&m.local_table);
    table_done(&m.wait_table);
    VEC_FREE(m.waits, m.waits_cap);
    pieces_free(m.pieces);
    vm_free(m.vm);
}
