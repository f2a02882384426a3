// SPDX-License-Identifier: Apache-2.0
// The steps of one thread from a state. As long as each step is remembered (memo.c), or is one that
// can be, the walk goes from vector to vector; when it comes to one that cannot, the machine goes
// on alone, without canonical forms in between.
#include "explore/explore_int.h"

#include <string.h>

// Of a walk, in instructions and bytes of new objects: then the search looks at its limits again.
enum { LONGEST = 1 << 15, LARGEST = 1 << 24 };
enum { MUCH = 2048 }; // bytes
// Steps of a walk once the machine goes on alone: each is run again from every state that it is
// taken from, and a thread that goes round would go on for LONGEST.
enum { MOST_BY_MACHINE = 64 };

void walk_done(Walk *w) {
    VEC_FREE(w->at, w->at_cap);
    VEC_FREE(w->next, w->next_cap);
    VEC_FREE(w->changes, w->changes_cap);
    VEC_FREE(w->undo, w->undo_cap);
    VEC_FREE(w->accesses, w->accesses_cap);
    VEC_FREE(w->visited, w->visited_cap);
}

static const Program *program_of(const Explorer *e) { return e->shared->program; }

static u32 own_leaf(const Explorer *e) {
    CHECK(e->walk.thread < vector_threads(e->state));
    return leaf_of_thread(program_of(e), e->state, e->walk.thread);
}

// ---- by memory ----------------------------------------------------------------------------------

static void put_leaf(Walk *w, u32 leaf, u32 id) {
    w->hash ^= hash_mix((u64)leaf << 32 | vector_id(w->at, leaf));
    w->hash ^= hash_mix((u64)leaf << 32 | id);
    vector_set_id(w->at, leaf, id);
}

static void set_leaf(Walk *w, u32 leaf, u32 id) {
    CHECK(VECTOR_HEAD + leaf + 1 < vector_words(w->at)); // before the search's own number
    VEC_PUSH(w->undo, w->nundo, w->undo_cap) = (Change){leaf, vector_id(w->at, leaf)};
    put_leaf(w, leaf, id);
}

// An order of a thread's blocks; any will do.
static bool is_before(const Explorer *e, u32 a, u32 b) {
    return e->shared->use.is_driven ? view_digest(e->view, a) < view_digest(e->view, b) : a < b;
}

// Whether the walk goes round in a circle, as a thread does that waits in a loop for another one to
// do something, and has come to the place where walks end that do: always the same one in a circle,
// wherever they began.
static bool ends_circle(const Explorer *e, Walk *w, u32 own) {
    CHECK(w->last_undo <= w->nundo && !w->by_machine);
    bool is_alone = true;
    for (u32 i = w->last_undo; i < w->nundo; i++)
        is_alone = is_alone && w->undo[i].leaf == own;
    if (!is_alone)
        w->nvisited = w->circle_end = 0;
    u32 now = vector_id(w->at, own);
    u32 first = 0;
    while (first < w->nvisited && w->visited[first] != now)
        first++;
    if (first == w->nvisited)
        VEC_PUSH(w->visited, w->nvisited, w->visited_cap) = now;
    else if (!w->circle_end)
        for (w->circle_end = now; first < w->nvisited; first++)
            w->circle_end =
                is_before(e, w->visited[first], w->circle_end) ? w->visited[first] : w->circle_end;
    CHECK(w->nvisited > 0);
    return now == w->circle_end;
}

// Whether the walk goes round in a circle, as a thread does that does the same again and again
// while nobody else has a part in it, and has come to the place where such walks end: in the same
// circle, the same one.
static bool ends_round(Walk *w) {
    Round *r = &w->round;
    CHECK(!w->by_machine && r->unseen <= r->length);
    r->since++;
    if (r->length) {
        r->least = w->hash < r->least ? w->hash : r->least;
        r->unseen -= r->unseen > 0;
        return !r->unseen && w->hash == r->least;
    }
    if (w->hash == r->mark) {
        r->length = r->unseen = r->since;
        r->least = w->hash;
    } else if (r->since == r->power) {
        *r = (Round){.mark = w->hash, .power = 2 * r->power};
    }
    return false;
}

// A hash of the leaves that the walk has come to.
static u64 hash_of(const Walk *w) {
    return hash_bytes(w->at, vector_words(w->at) * sizeof *w->at, 1);
}

static void begin_step(Walk *w) {
    w->last_hash = IS_CHECKING ? hash_of(w) : 0;
    w->last_undo = w->nundo;
    w->was_at_choice = w->at_choice;
    w->was_number = w->number;
    w->was_inside = w->is_inside;
    w->was_by_machine = w->by_machine;
    w->nsteps++;
}

static void describe_remembered(const MemoStep *m, StepInfo *out) {
    *out = (StepInfo){.end = RUN_POINT,
                      .accesses = m->accesses,
                      .naccesses = m->naccesses,
                      .list = m->list,
                      .depends_on_all = m->is_inside};
}

// The first step of a thread from the state. Others were asked about since it was met first, but
// nothing that it depends on has changed.
static bool remembers_first(Explorer *e, ThreadId t, u32 alternative, MemoStep *out) {
    const StateWord *from = e->state;
    if (!e->memo)
        return false;
    if (alternative == 0 && memo_get(e->memo, e->firsts[t], out))
        return true;
    if (!memo_find(e->memo, from, vector_thread(program_of(e), from, t), alternative,
                   explorer_knowledge(e, t), out) ||
        out->is_end)
        return false;
    if (alternative == 0)
        e->firsts[t] = out->number;
    if (IS_CHECKING)
        distrust_walk(e, from, t, alternative, out);
    return true;
}

bool walk_look(Explorer *e, ThreadId t, u32 alternative, StepInfo *out) {
    MemoStep m;
    if (!remembers_first(e, t, alternative, &m))
        return false;
    describe_remembered(&m, out);
    return true;
}

static void go(Explorer *e, const MemoStep *step, StepInfo *out) {
    Walk *w = &e->walk;
    MemoStep m = *step;
    CHECK(!w->by_machine && !m.is_end);
    begin_step(w);
    for (u32 i = 0; i < m.nchanges; i++)
        set_leaf(w, m.changes[i].leaf, m.changes[i].id);
    set_leaf(w, own_leaf(e), m.thread);
    CHECK(w->nundo == w->last_undo + m.nchanges + 1);
    w->last_length = m.length;
    w->length += m.length;
    w->at_choice = m.at_choice;
    w->is_inside = m.is_inside;
    w->number = m.number;
    describe_remembered(&m, out);
}

// A further step.
static bool by_memory(Explorer *e, StepInfo *out) {
    Walk *w = &e->walk;
    MemoStep m;
    CHECK(!w->by_machine);
    u32 knowledge = explorer_knowledge(e, w->thread);
    if (!e->memo ||
        (!memo_find_next(e->memo, w->number, w->at, knowledge, &m) &&
         !memo_find(e->memo, w->at, vector_id(w->at, own_leaf(e)), 0, knowledge, &m)) ||
        m.is_end)
        return false;
    if (IS_CHECKING)
        distrust_walk(e, w->at, w->thread, 0, &m);
    go(e, &m, out);
    return true;
}

// ---- by the machine -----------------------------------------------------------------------------

// SOUND: doc/reductions.md, "Do values matter?". What a step does is one operation, so what counts
// is what is there when it has been done.

static bool is_plain(Contents c) { return !c.ntags && !c.nholes; }

static StepAccess minding_values(StepAccess a, const Access *by, Contents before, Contents after,
                                 bool is_same) {
    bool has_numbers = is_plain(before) && is_plain(after) && before.size == after.size;
    a.is_write =
        !is_same && !(has_numbers && contents_have_same_bytes(before, after, a.off, a.size));
    a.commutes = a.is_write && has_numbers ? by->commutes : COMMUTES_NOT;
    return a;
}

static bool may_mind_values(const Explorer *e, const Access *a, const StepAccess *access) {
    return e->shared->minds_values && !e->tracking && a->is_write && !a->is_end &&
           access->place != NO_LEAF;
}

StepAccess walk_access(const Explorer *e, const Access *a, const StateWord *from,
                       const StateWord *to) {
    StepAccess access = step_access(e->vm, a);
    if (!may_mind_values(e, a, &access))
        return access;
    CHECK(access.place < vector_memory_leaves(program_of(e), from));
    CHECK(!vm_last(e->vm)->links_changed); // or equal numbers need not be the same objects
    return minding_values(access, a, block_contents(view_leaf(e->view, from, access.place)),
                          block_contents(view_leaf(e->view, to, access.place)),
                          vector_id(from, access.place) == vector_id(to, access.place));
}

// The same before it is known whether there is a vector of where the step has led to. Objects may
// be gone by then.
static StepAccess access_of_machine(const Explorer *e, const Access *a) {
    StepAccess access = step_access(e->vm, a);
    if (e->walk.by_machine || access.place >= program_of(e)->nblocks ||
        !may_mind_values(e, a, &access))
        return access;
    return minding_values(access, a, block_contents(view_leaf(e->view, e->walk.at, access.place)),
                          vm_contents(a->place), false);
}

// A write that is the only one of its step to some bytes has itself left them as they were, if they
// are.
static void find_written(const StepRecord *step, StepAccess *accesses) {
    for (u32 i = 0; i < step->naccesses; i++) {
        const Access *a = &step->accesses[i];
        bool is_only = a->is_write && !accesses[i].is_write;
        for (u32 k = 0; k < step->naccesses && is_only; k++) {
            const Access *b = &step->accesses[k];
            is_only = k == i || !b->is_write || b->place != a->place ||
                      b->off >= a->off + a->size || a->off >= b->off + b->size;
        }
        accesses[i].has_written = a->is_write && !is_only;
    }
}

static void describe(Explorer *e, const StepRecord *step, StepInfo *out) {
    Walk *w = &e->walk;
    const Vm *vm = e->vm;
    RunEnd end = step->end;
    w->naccesses = 0;
    for (u32 i = 0; i < step->naccesses; i++) {
        const Access *a = &step->accesses[i];
        if (!tracking_hides(e, a->place, a->off, a->size))
            VEC_PUSH(w->accesses, w->naccesses, w->accesses_cap) = access_of_machine(e, a);
    }
    CHECK(w->naccesses == step->naccesses || e->tracking);
    if (!e->tracking)
        find_written(step, w->accesses);
    bool ends = end != RUN_POINT && end != RUN_DONE;
    // In the middle of an atomic section nobody else can run, and what comes next in it is not
    // known.
    bool is_inside = end == RUN_POINT && vm_thread(vm, w->thread)->in_atomic;
    w->is_inside = is_inside;
    *out = (StepInfo){.end = end,
                      .accesses = w->accesses,
                      .naccesses = w->naccesses,
                      .depends_on_all = step->depends_on_more || ends || is_inside,
                      .depends_on_more = step->depends_on_more};
}

// Whether the step has changed so much memory that to keep it, as it is after every step of a walk,
// would cost more than to take the steps again.
static bool has_changed_much(const Vm *vm) {
    u64 bytes = 0;
    for (u32 i = 0, n = vm_nchanged(vm); i < n && bytes <= MUCH; i++)
        bytes += vm_changed(vm, i)->size;
    return bytes > MUCH;
}

// Whether a step of the machine is one that can be remembered: then it is, and the walk has its
// vector.
static bool learn(Explorer *e, const StepRecord *step, u32 alternative, MemoStep *known) {
    Walk *w = &e->walk;
    Vm *vm = e->vm;
    CHECK(w->nundo == w->last_undo && step == vm_last(vm));
    ENSURE(!e->memo || w->naccesses == step->naccesses); // nothing is untracked
    // A block that was made and lost in this step must not go without a trace.
    bool may_leak = step->shape_changed && e->shared->options->properties.checked[FAULT_LEAK];
    if (!e->memo || step->end != RUN_POINT || may_leak || step->links_changed ||
        step->depends_on_more || has_changed_much(vm) || vm_nthreads(vm) != vector_threads(w->at) ||
        !view_keeps_shape(e->view, vm))
        return false;
    view_canonicalize(e->view, vm, false);
    ENSURE(view_kept_shape(e->view));
    StateWord *to = w->next;
    ENSURE(vector_words(w->at) <= w->next_cap);
    memcpy(to, w->at, vector_words(w->at) * sizeof *to);
    view_leaves(e->view, vm, 0, to);
    CHECK(vector_words(to) == vector_words(w->at) && vector_threads(to) == vector_threads(w->at));
    for (u32 i = 0; i < step->naccesses; i++)
        w->accesses[i] = walk_access(e, &step->accesses[i], w->at, to);
    find_written(step, w->accesses);
    *known = memo_learn(e->memo, vm, step, (Accesses){w->accesses, w->naccesses}, w->at, to,
                        w->thread, alternative, explorer_knowledge(e, w->thread));
    u32 n = leaf_of_extra(program_of(e), w->at);
    for (u32 i = 0; i < n; i++)
        if (vector_id(w->at, i) != vector_id(to, i))
            set_leaf(w, i, vector_id(to, i));
    return true;
}

static void run(Explorer *e, u32 alternative, StepInfo *out) {
    Walk *w = &e->walk;
    explorer_prepare(e, w->thread);
    e->is_at_state = false;
    ENSURE(alternative == 0 || w->nsteps == 0); // only the first step may be a choice
    const StepRecord *step = vm_step(e->vm, w->thread, alternative);
    begin_step(w);
    w->grown += step->grown;
    describe(e, step, out);
    w->last_length = (u32)step->length;
    w->length += step->length;
    w->at_choice = step->end != RUN_POINT || pend_is_choice(&vm_thread(e->vm, w->thread)->pend);
    MemoStep known = {0};
    w->by_machine = w->by_machine || !learn(e, step, alternative, &known);
    w->number = known.number;
    out->list = known.list;
}

// ---- the walk -----------------------------------------------------------------------------------

void walk_first(Explorer *e, ThreadId t, u32 alternative, StepInfo *out) {
    ENSURE(t < vector_threads(e->state));
    Walk *w = &e->walk;
    u32 words = vector_plain_words(vector_leaves(program_of(e), e->state));
    VEC_RESERVE(w->at, 0, w->at_cap, words);
    VEC_RESERVE(w->next, 0, w->next_cap, words);
    vector_copy_plain(program_of(e), w->at, e->state);
    w->thread = t;
    w->alternative = alternative;
    w->length = w->grown = w->nsteps = w->nundo = w->nvisited = w->circle_end = 0;
    w->hash = 0;
    w->round = (Round){.power = 1};
    w->by_machine = w->at_choice = w->is_inside = false;
    w->number = 0;
    MemoStep m;
    if (remembers_first(e, t, alternative, &m)) {
        go(e, &m, out);
        return;
    }
    explorer_bring_back(e);
    run(e, alternative, out);
    ENSURE(w->nsteps == 1);
}

bool walk_next(Explorer *e, StepInfo *out) {
    ENSURE(e->walk.nsteps > 0);
    Walk *w = &e->walk;
    // A bound counts switches between supersteps: the longer they are, the more it lets happen.
    bool is_bounded = e->shared->options->context_bound >= 0;
    bool is_long = w->by_machine && w->nsteps >= MOST_BY_MACHINE && !is_bounded;
    if (w->at_choice || w->length > LONGEST || w->grown > LARGEST || is_long)
        return false;
    if (!w->by_machine) {
        if (ends_circle(e, w, own_leaf(e)) || (!is_bounded && ends_round(w)))
            return false;
        if (by_memory(e, out))
            return true;
        view_load(e->view, e->vm, w->at);
        e->is_at_state = false;
    }
    CHECK(!e->is_at_state);
    bool has_others = w->by_machine && vm_nthreads(e->vm) != vector_threads(e->state);
    if (has_others || vm_alternatives(e->vm, w->thread) != 1)
        return false;
    run(e, 0, out);
    return true;
}

// Takes all steps but the last again, by the machine.
static void repeat(Explorer *e) {
    ENSURE(e->walk.by_machine);
    Walk *w = &e->walk;
    e->is_at_state = false;
    explorer_bring_back(e);
    e->is_at_state = false;
    for (u32 i = 0; i < w->nsteps; i++) {
        explorer_prepare(e, w->thread);
        RunEnd end = vm_step(e->vm, w->thread, i ? 0 : w->alternative)->end;
        ENSURE(end == RUN_POINT); // as the first time
    }
}

void walk_back(Explorer *e) {
    ENSURE(e->walk.nsteps > 0 && e->walk.last_undo <= e->walk.nundo);
    Walk *w = &e->walk;
    w->nsteps--;
    w->length -= w->last_length;
    w->at_choice = w->was_at_choice;
    w->number = w->was_number;
    w->is_inside = w->was_inside;
    while (w->nundo > w->last_undo) {
        const Change *c = &w->undo[--w->nundo];
        put_leaf(w, c->leaf, c->id);
    }
    w->by_machine = w->was_by_machine;
    CHECK(hash_of(w) == w->last_hash); // where it was before the step
    if (w->by_machine)
        repeat(e);
}

StateWord *walk_vector(Explorer *e, u32 extra) {
    ENSURE(!e->walk.by_machine);
    Walk *w = &e->walk;
    u32 n = vector_leaves(program_of(e), e->state), k = 0;
    VEC_RESERVE(w->changes, 0, w->changes_cap, n);
    for (u32 i = 0; i + 1 < n; i++)
        if (vector_id(w->at, i) != vector_id(e->state, i))
            w->changes[k++] = (Change){i, vector_id(w->at, i)};
    w->changes[k++] = (Change){n - 1, extra};
    ENSURE(k <= n && n - 1 == leaf_of_extra(program_of(e), e->state));
    return view_change(e->view, e->state, w->changes, k);
}
