// SPDX-License-Identifier: Apache-2.0
// Whether a thread that can run has a reason to. One that would only look at memory and come back
// to where it stands, as a loop does that waits for somebody to set a flag, gives up the processor
// of its own will; to switch away from it is no preemption. It may take locks on the way and give
// them back; but one that comes back because it has undone what it did, has done something.
//
// SOUND: the answer is a function of the thread and the memory that it would look at. It is found
// on a machine of its own, on which nothing passes: so it is the same with every reduction, order,
// number of workers, and memory of steps, and the guards do not learn from what is only imagined.
// Where the thread stands is taken to be its next visible operation, since nobody can tell whether
// it has come there already (see approach). If it has choices, all of them must lead back.
#include "explore/explore_int.h"

#include <string.h>

// How far it is followed, in all ways together: visible operations and instructions.
enum { MOST_OPERATIONS = 64, MOST_INSTRUCTIONS = 1 << 15 };

void will_done(Will *w) {
    if (w->vm)
        vm_free(w->vm);
    VEC_FREE(w->reads.items, w->reads.cap);
    VEC_FREE(w->written, w->written_cap);
    VEC_FREE(w->moved, w->moved_cap);
    VEC_FREE(w->now, w->now_cap);
}

static void need_machine(Explorer *e) {
    if (e->will.vm)
        return;
    VmOptions o = e->shared->vm;
    ENSURE(!o.passes); // the reducer is the other machine's
    o.grain = GRAIN_VISIBLE;
    o.passes_alone = false;
    o.record_accesses = true;
    e->will.vm = vm_new(e->shared->program, &o);
    vm_start(e->will.vm);
}

// ---- what the answer depends on -----------------------------------------------------------------

static void reads(Will *w, const Place *p) {
    u32 leaf = leaf_of_place(w->vm, p), i = 0;
    ENSURE(w->is_known); // else nobody asks for them
    while (i < w->reads.n && w->reads.items[i] != leaf)
        i++;
    if (leaf != NO_LEAF && i == w->reads.n)
        VEC_PUSH(w->reads.items, w->reads.n, w->reads.cap) = leaf;
}

static void stands(Will *w, Stance *out) {
    StanceSource source;
    ENSURE(w->thread < vm_nthreads(w->vm));
    vm_stance(w->vm, w->thread, out, &source);
    w->is_known = w->is_known && !source.depends_on_more;
    for (u32 i = 0; i < source.nplaces && w->is_known; i++)
        reads(w, source.places[i]);
}

static void note_writes(Will *w, const StepRecord *step) {
    CHECK(vm_options(w->vm)->record_accesses);
    for (u32 i = 0; i < step->naccesses; i++) {
        const Access *a = &step->accesses[i];
        u32 k = 0;
        while (k < w->nwritten && w->written[k] != a->place)
            k++;
        if (a->is_write && a->place && k == w->nwritten)
            VEC_PUSH(w->written, w->nwritten, w->written_cap) = a->place;
    }
}

// What objects point to matters for the numbers that all of them have.
static void note_step(Will *w, const StepRecord *step) {
    CHECK(!vm_options(w->vm)->passes && vm_options(w->vm)->grain == GRAIN_VISIBLE);
    bool is_usual = step->end == RUN_POINT || step->end == RUN_DONE;
    w->is_known = w->is_known && is_usual && !step->depends_on_more;
    for (u32 i = 0; i < step->ndepends && w->is_known; i++)
        reads(w, step->depends[i]);
    w->is_known = w->is_known && !(step->links_changed && step->end == RUN_POINT);
    w->ninstructions += step->length;
    note_writes(w, step);
}

// ---- home ---------------------------------------------------------------------------------------

static void stands_at_home(Will *w) {
    const Thread *t = vm_live(w->vm, w->thread);
    ENSURE(t->nframes > 0);
    w->depth = t->nframes;
    w->pc = t->frames[t->nframes - 1].pc;
    w->nheld = t->nheld;
    w->nwritten = 0;
}

// The vector of where the machine is.
static void save(Explorer *e, StateWord **to, u32 *cap) {
    Will *w = &e->will;
    view_canonicalize(e->view, w->vm, false);
    w->is_known = w->is_known && view_kept_shape(e->view);
    u32 n = vector_count_leaves(e->shared->program, vm_nobjects(w->vm), vm_nthreads(w->vm));
    VEC_RESERVE(*to, 0, *cap, vector_plain_words(n));
    memset(*to, 0, vector_plain_words(n) * sizeof **to);
    view_leaves(e->view, w->vm, 0, *to);
    ENSURE(vector_objects(*to) == vm_nobjects(w->vm) && vector_threads(*to) == vm_nthreads(w->vm));
}

static bool is_same_block(const Block *a, const Block *b) {
    size_t n = block_bytes(a);
    return n == block_bytes(b) && memcmp(a, b, n) == 0;
}

static bool is_as_at_home(Explorer *e, const Place *place) {
    Will *w = &e->will;
    u32 leaf = leaf_of_place(w->vm, place);
    return leaf != NO_LEAF &&
           is_same_block(vm_block_of(w->vm, place), view_leaf(e->view, w->home, leaf));
}

// Whether others could tell that the thread is not at home any more. What it does while it holds
// one more lock does not count.
static bool has_left_something(Explorer *e) {
    Will *w = &e->will;
    bool is_clean = true;
    ENSURE(w->home);
    if (vm_live(w->vm, w->thread)->nheld > w->nheld)
        return false;
    for (u32 i = 0; i < w->nwritten && is_clean; i++)
        is_clean = is_as_at_home(e, w->written[i]);
    return !is_clean;
}

// Whether everything is as it was, if no object has got another number.
static bool has_all_of_home(Explorer *e) {
    Will *w = &e->will;
    const Program *p = e->shared->program;
    bool is_same = true;
    ENSURE(vm_nthreads(w->vm) == vector_threads(w->home));
    CHECK(!vm_numbering(w->vm)->shape_changed);
    for (ThreadId k = 0; k < vm_nthreads(w->vm) && is_same; k++) {
        const Thread *t = vm_thread(w->vm, k);
        if (t->form == THREAD_LIVE && t->is_changed)
            is_same = is_same_block(vm_pack(w->vm, k),
                                    view_leaf(e->view, w->home, leaf_of_thread(p, w->home, k)));
    }
    for (u32 i = 0; i < vm_nchanged(w->vm) && is_same; i++)
        is_same = is_as_at_home(e, vm_changed(w->vm, i));
    return is_same;
}

static bool is_same_vector(const Program *p, const StateWord *a, const StateWord *b) {
    u32 n = leaf_of_extra(p, a);
    return vector_objects(a) == vector_objects(b) && vector_threads(a) == vector_threads(b) &&
           memcmp(vector_ids(a), vector_ids(b), n * sizeof *a) == 0;
}

typedef enum Where { ELSEWHERE, AT_HOME, LOST } Where;

// LOST: objects have other numbers now, and it is not home.
static Where where(Explorer *e) {
    Will *w = &e->will;
    const Thread *t = vm_live(w->vm, w->thread);
    ENSURE(t->nframes > 0 && w->depth > 0);
    if (t->nframes != w->depth || t->frames[t->nframes - 1].pc != w->pc)
        return ELSEWHERE;
    if (!vm_numbering(w->vm)->shape_changed)
        return has_all_of_home(e) ? AT_HOME : ELSEWHERE;
    save(e, &w->now, &w->now_cap);
    return is_same_vector(e->shared->program, w->home, w->now) ? AT_HOME : LOST;
}

// What it has done so far was not visible: it could as well have been here from the beginning.
static void move_home(Explorer *e) {
    Will *w = &e->will;
    ENSURE(w->nwritten == 0);
    save(e, &w->moved, &w->moved_cap);
    w->home = w->moved;
    stands_at_home(w);
}

// ---- ways ---------------------------------------------------------------------------------------

// The alternative at the next choice: as this way has it, the first one if it comes to a new one.
static bool choose(Will *w, u32 *nmade, u32 alternatives, u32 *out) {
    u32 i = *nmade;
    ENSURE(alternatives > 0 && i <= w->nchoices);
    *out = 0;
    if (alternatives == 1)
        return true;
    w->is_known = false; // there is more than one way
    if (i == MOST_CHOICES)
        return false;
    if (i == w->nchoices) {
        w->choices[i] = 0;
        w->alternatives[i] = alternatives;
        w->nchoices++;
    }
    ENSURE(i < w->nchoices && w->alternatives[i] == alternatives);
    *out = w->choices[(*nmade)++];
    return true;
}

// False if there is no other way.
static bool choose_next(Will *w) {
    ENSURE(w->nchoices <= MOST_CHOICES);
    while (w->nchoices && w->choices[w->nchoices - 1] + 1 == w->alternatives[w->nchoices - 1])
        w->nchoices--;
    if (w->nchoices)
        w->choices[w->nchoices - 1]++;
    ENSURE(!w->nchoices || w->choices[w->nchoices - 1] < w->alternatives[w->nchoices - 1]);
    return w->nchoices > 0;
}

// Takes a step. False if it leads on.
static bool go(Explorer *e, u32 alternative, bool *has_begun) {
    Will *w = &e->will;
    const StepRecord *step = vm_step(w->vm, w->thread, alternative);
    note_step(w, step);
    if (step->end != RUN_POINT || vm_nthreads(w->vm) != vector_threads(e->state))
        return false;
    *has_begun = *has_begun || step->naccesses > 0;
    w->noperations += step->naccesses > 0;
    return !has_left_something(e);
}

// Where the thread stands is taken to be its next visible operation: a step that began before that
// would make it. False if it does not come to one.
static bool approach(Explorer *e) {
    Will *w = &e->will;
    const Thread *t = vm_live(w->vm, w->thread);
    if (t->pend.kind != PEND_READY || t->in_atomic || t->bulk_done || t->has_bulk_value)
        return true;
    const StepRecord *step = vm_approach(w->vm, w->thread);
    note_step(w, step);
    if (step->end != RUN_POINT || vm_nthreads(w->vm) != vector_threads(e->state))
        return false;
    if (step->length)
        move_home(e);
    return true;
}

// Follows one way. True if it leads back, or to where the thread gives up before it has done
// anything.
static bool leads_back(Explorer *e) {
    Will *w = &e->will;
    bool has_begun = false;
    u32 nmade = 0, alternative;
    view_load(e->view, w->vm, e->state);
    w->home = e->state;
    stands_at_home(w);
    if (!approach(e))
        return false;
    for (;;) {
        Stance s;
        stands(w, &s);
        if (s.alternatives == 0 || s.is_spurious || (s.yields && !has_begun))
            return !has_begun;
        if (!choose(w, &nmade, s.alternatives, &alternative) || !go(e, alternative, &has_begun))
            return false;
        ENSURE(!has_begun || w->noperations > 0);
        Where now = where(e);
        ENSURE(now != AT_HOME || nmade == w->nchoices); // it is another way than those before
        if (now == AT_HOME)
            return true;
        if (w->noperations >= MOST_OPERATIONS || w->ninstructions >= MOST_INSTRUCTIONS)
            return false;
        if (!has_begun)
            move_home(e);
        else if (now == LOST)
            return false;
    }
}

static bool goes_on(Explorer *e, ThreadId t) {
    Will *w = &e->will;
    ENSURE(t < vector_threads(e->state));
    need_machine(e);
    w->thread = t;
    w->noperations = w->ninstructions = w->nchoices = w->reads.n = 0;
    w->is_known = true;
    bool is_back;
    do
        is_back = leads_back(e);
    while (is_back && choose_next(w));
    return !is_back;
}

// For the checking build: whether all that the answer depends on is part of the state.
static bool reads_state(const Explorer *e) {
    const Leaves *reads = &e->will.reads;
    u32 i = 0;
    while (i < reads->n && reads->items[i] < leaf_of_extra(e->shared->program, e->state))
        i++;
    return i == reads->n;
}

bool will_goes_on(Explorer *e, ThreadId t) {
    ENSURE(!e->tracking && explorer_alternatives(e, t) > 0);
    u32 thread = vector_thread(e->shared->program, e->state, t);
    bool known, is_known = e->memo && memo_find_will(e->memo, e->state, thread, &known);
    if (is_known && !IS_CHECKING)
        return known;
    bool wants = goes_on(e, t);
    ENSURE(!is_known || wants == known);
    CHECK(!e->will.is_known || reads_state(e));
    if (e->memo && e->will.is_known && !is_known)
        memo_learn_will(e->memo, e->state, thread, &e->will.reads, wants);
    return wants;
}
