// SPDX-License-Identifier: Apache-2.0
// The steps of a run in another order. A block is what one thread does in a row; if it can be done
// next to another block of the same thread, or not at all, the running thread changes less often.
// Whether it can is tried: the steps are taken again in the new order, each with as many
// instructions as before.
#include "search/search_int.h"
#include "vm/look.h"

#include <string.h>

enum { REPLAY_EFFORT = 1 << 14 }; // making a machine

// A step, by a thread that has the same number wherever the step stands.
typedef struct Act {
    Choice how;
    u32 who;
    u32 born, nborn;  // the threads that it has started
    bool has_ended;   // its thread
    bool is_only_way; // there was nothing to choose
} Act;

typedef struct Acts {
    Act *items;
    u32 n, cap;
} Acts;

typedef struct Names { // of the threads that are alive, by index
    u32 *items;
    u32 n, cap;
} Names;

static void names_drop(Names *names, u32 at) {
    memmove(names->items + at, names->items + at + 1, (names->n - at - 1) * sizeof *names->items);
    names->n--;
}

static void names_add(Names *names, const Act *a) {
    for (u32 i = 0; i < a->nborn; i++)
        VEC_PUSH(names->items, names->n, names->cap) = a->born + i;
}

// The machine whose choices are those of the best run.
static VmOptions machine_of_best(const Minimise *m) {
    VmOptions vm = *m->vm;
    vm.addressed = m->best->addressed;
    vm.is_open = m->best->is_open;
    return vm;
}

// ---- taking steps -------------------------------------------------------------------------------

typedef struct Taking {
    Vm *vm;
    Acts acts;
    Names names;
    u32 nnames; // ever given
    u32 nthreads;
} Taking;

static void before_step(void *self, u32 step, Choice c) {
    Taking *t = self;
    (void)step;
    t->nthreads = vm_nthreads(t->vm);
    ENSURE(c.thread < t->names.n);
    VEC_PUSH(t->acts.items, t->acts.n, t->acts.cap) =
        (Act){.how = c,
              .who = t->names.items[c.thread],
              .is_only_way = vm_alternatives(t->vm, c.thread) == 1};
}

static bool after_step(void *self, u32 step, Choice c, RunEnd end) {
    Taking *t = self;
    Act *a = &t->acts.items[t->acts.n - 1];
    (void)step;
    if (!prop_goes_on(end))
        return true;
    a->has_ended = end == RUN_DONE;
    a->nborn = vm_nthreads(t->vm) + a->has_ended - t->nthreads;
    a->born = t->nnames;
    t->nnames += a->nborn;
    if (a->has_ended)
        names_drop(&t->names, c.thread);
    names_add(&t->names, a);
    return true;
}

// Whether the schedule leads to the violation, as far as one machine knows; the acts are the
// caller's then.
static bool take(Minimise *m, const Schedule *s, Acts *out) {
    Violation like = {.key = m->wanted->key,
                      .addressed = m->best->addressed,
                      .is_open = m->best->is_open,
                      .is_among_others = m->wanted->is_among_others};
    VmOptions vo = violation_machine(&like, m->vm);
    vo.logs_stretches = like.key.kind == FAULT_DATA_RACE; // then it knows both accesses of it
    Taking t = {.vm = vm_new(m->program, &vo), .nnames = 1};
    VEC_PUSH(t.names.items, t.names.n, t.names.cap) = 0;
    vm_start(t.vm);
    ReplayHooks hooks = {&t, before_step, after_step};
    Replayed run;
    Fault f = {0};
    bool is_same = prop_replay(t.vm, s, &hooks, &run) &&
                   prop_judge(&m->options->explore.properties, t.vm, &run, &f) &&
                   minimise_may_be(m, &f);
    fault_forget(&f);
    replayed_done(&run);
    minimise_take_effort(m, REPLAY_EFFORT + vm_instructions(t.vm));
    vm_free(t.vm);
    VEC_FREE(t.names.items, t.names.cap);
    if (is_same)
        *out = t.acts;
    else
        VEC_FREE(t.acts.items, t.acts.cap);
    return is_same;
}

// The acts as steps. False: a thread would go on that is not there.
static bool schedule_of(const Acts *acts, Schedule *out) {
    Names names = {0};
    bool is_possible = true;
    VEC_PUSH(names.items, names.n, names.cap) = 0;
    for (u32 i = 0; i < acts->n && is_possible; i++) {
        const Act *a = &acts->items[i];
        u32 at = 0;
        while (at < names.n && names.items[at] != a->who)
            at++;
        is_possible = at < names.n;
        if (!is_possible)
            break;
        VEC_PUSH(out->steps, out->len, out->cap) = (Choice){at, a->how.alternative, a->how.length};
        if (a->has_ended)
            names_drop(&names, at);
        names_add(&names, a);
    }
    VEC_FREE(names.items, names.cap);
    return is_possible;
}

// ---- other orders -------------------------------------------------------------------------------

static u32 count_switches(const Acts *acts) {
    u32 n = 0;
    for (u32 i = 1; i < acts->n; i++)
        n += acts->items[i].who != acts->items[i - 1].who;
    return n;
}

// Takes the other acts instead if they are better and lead to the violation; in any case they are
// gone.
static bool replace(Minimise *m, Acts *acts, Acts *other) {
    u32 had = count_switches(acts), has = count_switches(other);
    bool is_better = has != had ? has < had : other->n < acts->n;
    Schedule s = {0};
    Acts taken = {0};
    bool is_taken =
        is_better && !minimise_is_over(m) && schedule_of(other, &s) && take(m, &s, &taken);
    VEC_FREE(other->items, other->cap);
    schedule_done(&s);
    if (!is_taken)
        return false;
    VEC_FREE(acts->items, acts->cap);
    *acts = taken;
    return true;
}

static void add_range(Acts *to, const Acts *from, u32 low, u32 high) {
    for (u32 i = low; i < high; i++)
        VEC_PUSH(to->items, to->n, to->cap) = from->items[i];
}

static bool try_without(Minimise *m, Acts *acts, u32 low, u32 high) {
    Acts other = {0};
    add_range(&other, acts, 0, low);
    add_range(&other, acts, high, acts->n);
    return replace(m, acts, &other);
}

// What comes between low and middle, and what comes then up to high, the other way round.
static bool try_exchanged(Minimise *m, Acts *acts, u32 low, u32 middle, u32 high) {
    Acts other = {0};
    add_range(&other, acts, 0, low);
    add_range(&other, acts, middle, high);
    add_range(&other, acts, low, middle);
    add_range(&other, acts, high, acts->n);
    return replace(m, acts, &other);
}

static u32 end_of_block(const Acts *acts, u32 low) {
    u32 high = low + 1;
    while (high < acts->n && acts->items[high].who == acts->items[low].who)
        high++;
    return high;
}

// Where the block before this one of the same thread begins, and ends; false: there is none.
static bool block_before(const Acts *acts, u32 low, u32 *begin, u32 *end) {
    u32 who = acts->items[low].who, at = low;
    while (at > 0 && acts->items[at - 1].who != who)
        at--;
    *end = at;
    while (at > 0 && acts->items[at - 1].who == who)
        at--;
    *begin = at;
    return *end > *begin;
}

static bool is_last_of_thread(const Acts *acts, u32 low, u32 high) {
    bool is_last = true;
    for (u32 i = high; i < acts->n && is_last; i++)
        is_last = acts->items[i].who != acts->items[low].who;
    return is_last;
}

// Whether the block that begins there could be left out, or joined with the one before.
static bool improve_block(Minimise *m, Acts *acts, u32 low) {
    u32 high = end_of_block(acts, low), begin, end;
    if (high < acts->n && is_last_of_thread(acts, low, high) && try_without(m, acts, low, high))
        return true;
    if (!block_before(acts, low, &begin, &end))
        return false;
    return try_exchanged(m, acts, end, low, high) || try_exchanged(m, acts, begin, end, low);
}

// Steps at the end of a thread that nobody needs.
static void drop_steps(Minimise *m, Acts *acts) {
    for (u32 i = acts->n; i-- > 0 && !minimise_is_over(m);)
        if (i + 1 < acts->n && is_last_of_thread(acts, i, i + 1))
            try_without(m, acts, i, i + 1);
}

static void improve(Minimise *m, Acts *acts) {
    bool is_better = true;
    while (is_better && !minimise_is_over(m)) {
        is_better = false;
        for (u32 low = 0; low < acts->n && !minimise_is_over(m);) {
            bool is_new = improve_block(m, acts, low);
            is_better = is_better || is_new;
            if (!is_new)
                low = end_of_block(acts, low);
            while (low > 0 && low < acts->n && acts->items[low].who == acts->items[low - 1].who)
                low--; // it has become part of a block
        }
    }
    drop_steps(m, acts);
}

// ---- fewer steps --------------------------------------------------------------------------------

// Whether the step can be the rest of the one before. What is excused in the last step is not the
// same as before it, and an access races with those at which others stand when its step begins.
static bool can_be_joined(const Minimise *m, const Acts *acts, u32 i) {
    const Act *a = &acts->items[i - 1], *b = &acts->items[i];
    bool is_apart = m->wanted->is_among_others || m->wanted->fault.kind == FAULT_DATA_RACE;
    return a->who == b->who && !a->has_ended && a->how.length && b->how.length && b->is_only_way &&
           !(is_apart && i + 1 == acts->n);
}

static bool join_steps(const Minimise *m, const Acts *acts, Acts *out) {
    for (u32 i = 0; i < acts->n; i++) {
        Act *last = out->n ? &out->items[out->n - 1] : NULL;
        if (last && can_be_joined(m, acts, i) &&
            last->how.length <= UINT32_MAX - acts->items[i].how.length) {
            last->how.length += acts->items[i].how.length;
            last->nborn += acts->items[i].nborn;
            last->has_ended = acts->items[i].has_ended;
        } else
            VEC_PUSH(out->items, out->n, out->cap) = acts->items[i];
    }
    return out->n < acts->n;
}

void minimise_join(Minimise *m) {
    Acts acts = {0}, joined = {0};
    Schedule s = {0};
    VmOptions vm = machine_of_best(m);
    if (minimise_is_over(m) || !take(m, &m->best->schedule, &acts))
        return;
    if (join_steps(m, &acts, &joined) && schedule_of(&joined, &s))
        minimise_offer(m, &vm, &s, m->best->switches);
    schedule_done(&s);
    VEC_FREE(acts.items, acts.cap);
    VEC_FREE(joined.items, joined.cap);
}

bool minimise_count(Minimise *m, u32 *switches) {
    Acts acts = {0};
    if (!take(m, &m->wanted->schedule, &acts))
        return false;
    *switches = count_switches(&acts);
    VEC_FREE(acts.items, acts.cap);
    return true;
}

void minimise_by_order(Minimise *m) {
    Acts acts = {0};
    Schedule s = {0};
    VmOptions vm = machine_of_best(m);
    if (minimise_is_over(m) || !take(m, &m->best->schedule, &acts))
        return;
    improve(m, &acts);
    if (schedule_of(&acts, &s))
        minimise_offer(m, &vm, &s, count_switches(&acts));
    schedule_done(&s);
    VEC_FREE(acts.items, acts.cap);
}
