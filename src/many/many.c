// SPDX-License-Identifier: Apache-2.0
// The system of a program: its global states are what all threads share, its local states what one
// has for itself, its moves the steps of the machine with one thread. A bad global state is one
// that a violation has led to.
#include "many/many_int.h"

#include <string.h>

// How long a run with fewer threads is looked for when one is known.
enum { FEWER_STATES = 1000000 };
enum { MOST_INSIDE = 100000 };    // states of one thread in an atomic section
enum { MOST_CONTENTS = 1000000 }; // of one shared block
enum { MANY_CONTENTS = 200 };
enum { MOST_TRIED = 50000 }; // configurations and steps, where nobody has asked for it

// ---- numbers of states --------------------------------------------------------------------------

// How many contents each of the shared blocks has had by now.
static void note_contents(Many *m, const Shared *shared) {
    while (m->ncontents < shared->n)
        VEC_PUSH(m->contents, m->ncontents, m->contents_cap) = 0;
    for (u32 i = 0; i < shared->n; i++) {
        u32 *known = table_add(&m->content_table, (u64)i << 32 | shared->ids[i], PLAIN_KEY);
        m->contents[i] += !*known;
        m->changes_most = m->contents[i] > m->contents[m->changes_most] ? i : m->changes_most;
        *known = 1;
    }
}

static u32 add_global(Many *m, GlobalState g) {
    note_contents(m, &g.shared);
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

// The verdict will not be `holds`, for something that happens there.
static void cut(Many *m, const Fault *at, const char *why) {
    Text text = {0};
    const SrcLoc *l = &m->p->locs[at->pc];
    if (at->func < m->p->nfuncs && !m->p->funcs[at->func].is_runtime && l->file)
        text_add(&text, "%s:%u: in '%s': ", m->p->files[l->file], l->line,
                 m->p->funcs[at->func].name);
    text_add(&text, "%s", why);
    verdict_cut_run(&m->r->verdict, explore_is_of_input(at->cut), text_str(&text));
    text_done(&text);
}

// A step that begins there leads where nobody can follow.
static void cut_step(Many *m, Pair from, const char *why) {
    Fault at = {.func = m->p->nfuncs};
    pieces_load(m->pieces, &m->globals[from.global].shared, &m->locals[from.local]);
    vm_locate(m->vm, 0, &at);
    cut(m, &at, why);
}

static void cut_at_fault(Many *m) {
    const Fault *f = vm_last(m->vm)->fault;
    Text why = {0};
    text_add(&why, "%s", text_str(&f->text));
    if (strstr(text_str(&why), "never written"))
        text_add(&why, " (what pthread_create gives counts as that where threads are counted)");
    cut(m, f, text_str(&why));
    text_done(&why);
}

static void add_move(CountMoves *out, CountMove move) {
    VEC_PUSH(out->items, out->len, out->cap) = move;
}

// The thread goes on from there before others do.
static void add_inside(Many *m, u32 global, u32 local) {
    u32 *known = table_add(&m->inside_table, (u64)global << 32 | local, PLAIN_KEY);
    if (!*known)
        VEC_PUSH(m->inside, m->ninside, m->inside_cap) = (Pair){global, local};
    *known = 1;
}

// The thread has come to a point where others may go on, or has ended.
static void arrive(Many *m, Pair from, RunEnd end, CountMoves *out) {
    Parts parts;
    Text why = {0};
    if (!pieces_take(m->pieces, &parts, &why)) {
        cut_step(m, from, text_str(&why));
        text_done(&why);
        return;
    }
    bool is_inside = end == RUN_POINT && vm_thread(m->vm, 0)->in_atomic;
    CountMove move = {.local = LOCAL_NONE};
    move.global = global_of(m, parts.shared);
    parts.shared = (Shared){0};
    u32 first = 0;
    m->r->figures.runs_ended += end == RUN_DONE;
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
        cut_step(m, from, "threads are started inside of an atomic section");
    else if (is_inside)
        add_inside(m, move.global, move.local);
    else
        add_move(out, move);
}

static void note_unasked(Many *m) {
    const Fault *f = vm_last(m->vm)->fault;
    m->r->unasked[f->kind]++;
    if (m->r->first_unasked.kind == FAULT_NONE)
        fault_copy(&m->r->first_unasked, f);
}

static void judge(Many *m, RunEnd end, CountMoves *out) {
    Fault f = {0};
    const PropertySet *properties = &m->o->explore.properties;
    if (prop_judge_end(properties, m->vm, end, &f))
        add_move(out, (CountMove){.global = bad(m, text_str(&f.text)), .local = LOCAL_NONE});
    else if (end == RUN_FAULT && ir_kind_after[vm_last(m->vm)->fault->kind] != KIND_ENDS)
        cut_at_fault(m);
    else {
        m->r->figures.runs_ended += end != RUN_FAULT;
        if (end == RUN_FAULT)
            note_unasked(m);
        add_move(out, (CountMove){.global = over(m), .local = LOCAL_NONE});
    }
    text_done(&f.text);
}

// Who waits inside of an atomic section waits for ever, since nobody else can run.
static void judge_wait(Many *m, CountMoves *out) {
    if (vm_thread(m->vm, 0)->in_atomic && m->o->explore.properties.checked[FAULT_DEADLOCK])
        add_move(out, (CountMove){.global = bad(m, "deadlock"), .local = LOCAL_NONE});
}

static void step(Many *m, Pair from, CountMoves *out) {
    for (u32 a = 0, n = 1; a < n; a++) {
        pieces_load(m->pieces, &m->globals[from.global].shared, &m->locals[from.local]);
        n = vm_alternatives(m->vm, 0);
        if (n == 0)
            judge_wait(m, out);
        if (a >= n)
            return;
        m->transitions++;
        RunEnd end = vm_step(m->vm, 0, a)->end;
        bool is_mistaken = vm_mistook_others(m->vm);
        switch (end) {
        case RUN_POINT:
        case RUN_DONE: arrive(m, from, end, out); break;
        case RUN_ASSUME: m->r->figures.runs_assumed_away++; break;
        case RUN_VOID: break;
        case RUN_CUT: cut_at_fault(m); break;
        default: judge(m, end, out); break;
        }
        if (is_mistaken) // wherever that has led, it may have to lead elsewhere
            cut_step(m, from,
                     "two pointers to other threads (what pthread_self has given) are compared");
    }
}

static void moves(void *self, u32 global, u32 local, CountMoves *out) {
    Many *m = self;
    ENSURE(global < m->nglobals && local < m->nlocals);
    if (m->globals[global].kind != GLOBAL_RUNS)
        return;
    table_clear(&m->inside_table);
    m->ninside = 0;
    add_inside(m, global, local);
    for (u32 i = 0; i < m->ninside && i < MOST_INSIDE; i++)
        step(m, m->inside[i], out);
    if (m->ninside > MOST_INSIDE)
        cut_step(m, (Pair){global, local}, "an atomic section goes on and on");
}

static bool is_bad(void *self, u32 global) {
    const Many *m = self;
    return m->globals[global].kind == GLOBAL_BAD;
}

// ---- the whole ----------------------------------------------------------------------------------

static void begin(Many *m, CountConfig *initial) {
    Parts parts;
    Text why = {0};
    vm_stop_alone(m->vm);
    vm_start(m->vm);
    bool is_good = pieces_take(m->pieces, &parts, &why);
    ENSURE(is_good && parts.nthreads == 1);
    initial->global = global_of(m, parts.shared);
    config_add(initial, local_of(m, parts.threads[0]), 1);
    mem_free(parts.threads, parts.nthreads * sizeof *parts.threads);
}

static void show_progress(void *self, u64 states, u64 transitions, u64 depth) {
    Many *m = self;
    Figures f = {.states = states, .transitions = transitions, .depth = depth, .workers = 1};
    f.memory = mem_real();
    f.seconds = clock_seconds() - m->started;
    search_publish(&f);
    m->states = states;
    if (m->o->progress)
        m->o->progress(m->o->progress_arg, &f);
}

// What has the most contents is what grows.
static void name_growing(const Many *m, Text *out) {
    const char *comma = "";
    for (u32 i = 1; i <= m->p->nglobals; i++) {
        const Global *g = &m->p->globals[i];
        if (g->is_tls || g->is_const || g->is_runtime || g->block != m->changes_most)
            continue;
        text_add(out, "%s'%s'", comma, g->name);
        comma = ", ";
    }
    if (!*comma)
        text_add(out, "memory that all threads reach");
}

static bool is_cut(const Many *m) { return m->r->verdict.ncuts > 0; }

// Counters without bound would go on for ever.
static bool gives_up(void *self, Text *why) {
    const Many *m = self;
    if (m->is_tried && (m->transitions > MOST_TRIED || m->states > MOST_TRIED || is_cut(m)))
        text_add(why, "counting of threads comes to no verdict");
    else if (m->ncontents && m->contents[m->changes_most] > MOST_CONTENTS)
        text_add(why, "too much shared data");
    return why->len > 0;
}

// What has the most contents is likely to be what keeps the search from its end.
static void tell_stop(const Many *m, const CountResult *c, Text *out) {
    text_add(out, "%s", text_str(&c->reason));
    if (!m->ncontents || m->contents[m->changes_most] < MANY_CONTENTS)
        return;
    text_add(out, ": threads have given %u values to ", m->contents[m->changes_most]);
    name_growing(m, out);
    text_add(out, ", and there may be no end of it; let them wrap around, or stop somewhere");
}

static void set_limits(Many *m, CountLimits *out) {
    const SearchOptions *o = m->o;
    *out = (CountLimits){.time_limit = o->time_limit,
                         .memory_limit = o->memory_limit,
                         .interrupted = o->explore.interrupted,
                         .progress = show_progress,
                         .gives_up = gives_up,
                         .arg = m};
    if (o->time_limit > 0)
        out->deadline = o->deadline > 0 ? o->deadline : m->started + o->time_limit;
}

static void conclude(Many *m, const CountResult *c, ManyResult *out) {
    Verdict *v = &m->r->verdict;
    out->globals = m->nglobals;
    out->locals = m->nlocals;
    out->kept = c->kept;
    m->r->figures.states = c->states;
    m->r->figures.transitions = m->transitions;
    m->r->figures.depth = c->depth;
    m->r->figures.memory = mem_real();
    m->r->figures.seconds = clock_seconds() - m->started;
    m->r->figures.workers = 1;
    m->r->figures.instructions = vm_instructions(m->vm);
    m->r->figures.questions = vm_questions(m->vm);
    const Fault *first;
    m->r->gone_on = vm_gone_on(m->vm, &first);
    if (m->r->gone_on && m->r->first_unasked.kind == FAULT_NONE)
        fault_copy(&m->r->first_unasked, first);
    if (vm_covered(m->vm))
        memcpy(search_covered(m->r, m->p), vm_covered(m->vm),
               program_ncovered(m->p) * sizeof(bool));
    if (c->answer == COUNT_UNREACHABLE)
        unreached_find(&m->r->unreached, m->p, vm_reached(m->vm), vm_assumed(m->vm));
    m->r->bounds_met = vm_bounds_met(m->vm);
    explore_name_bounds_met(&m->o->explore, m->r->bounds_met, v);
    if (c->answer == COUNT_STOPPED) {
        Text why = {0};
        tell_stop(m, c, &why);
        verdict_cut(v, "%s", text_str(&why));
        verdict_limit(v);
        text_done(&why);
    }
    out->threads = c->answer == COUNT_REACHABLE && c->threads ? c->threads - 1 : 0;
    // A loop that counts may have led to too many: then there are as many as it starts.
    if (!m->is_tried || m->p->starts_endlessly)
        verdict_condition(v, PREP_FOR, "any number of threads");
    if (m->o->explore.properties.checked[FAULT_DEADLOCK])
        verdict_condition(v, PREP_BUT_FOR, "deadlocks that are no circles of waits for locks");
    const GlobalState *bad = c->answer == COUNT_REACHABLE ? &m->globals[c->bad] : NULL;
    verdict_conclude(v, !bad ? NULL : bad->kind == GLOBAL_BAD ? text_str(&bad->fault) : "deadlock");
}

// The fewest threads that it takes.
static void find_fewest(const CountSystem *system, CountOptions options, CountResult *r) {
    CountResult plain = {0};
    options.most_states = FEWER_STATES;
    count_plain(system, 0, &options, &plain);
    if (plain.answer == COUNT_REACHABLE)
        r->threads = plain.threads;
    count_result_done(&plain);
}

static void ask(Many *m, ManyResult *out) {
    CountConfig initial = {0};
    begin(m, &initial);
    CountSystem system = {.self = m,
                          .moves = moves,
                          .is_bad = is_bad,
                          .is_bad_together = many_has_circle,
                          .initial = &initial,
                          .ninitial = 1};
    CountOptions options = {0};
    CountResult result = {0};
    set_limits(m, &options.limits);
    count_forward(&system, &options, &result);
    if (result.answer == COUNT_REACHABLE)
        find_fewest(&system, options, &result);
    conclude(m, &result, out);
    count_result_done(&result);
    config_done(&initial);
}

static void forget(Many *m) {
    for (u32 i = 0; i < m->nglobals; i++) {
        shared_done(&m->globals[i].shared);
        text_done(&m->globals[i].fault);
    }
    for (u32 i = 0; i < m->nlocals; i++)
        own_done(&m->locals[i]);
    VEC_FREE(m->globals, m->globals_cap);
    VEC_FREE(m->locals, m->locals_cap);
    VEC_FREE(m->waits, m->waits_cap);
    VEC_FREE(m->holds, m->holds_cap);
    VEC_FREE(m->is_stuck, m->stuck_cap);
    VEC_FREE(m->inside, m->inside_cap);
    VEC_FREE(m->contents, m->contents_cap);
    table_done(&m->global_table);
    table_done(&m->local_table);
    table_done(&m->wait_table);
    table_done(&m->inside_table);
    table_done(&m->content_table);
    pieces_free(m->pieces);
    vm_free(m->vm);
}

void many_run(const Program *p, const SearchOptions *o, bool is_tried, SearchResult *r,
              ManyResult *out) {
    Many m = {.p = p, .o = o, .r = r, .is_tried = is_tried, .started = clock_seconds()};
    *out = (ManyResult){0};
    search_result_init(&o->explore, r);
    VmOptions vm = explore_machine_options(&o->explore);
    vm.grain = GRAIN_VISIBLE;
    vm.private_memory = true;
    vm.has_others = true;
    vm.keeps_conditions = true; // a thread that is not there may depend on them
    m.vm = vm_new(p, &vm);
    m.pieces = pieces_new(m.vm);
    ask(&m, out);
    forget(&m);
}
