// SPDX-License-Identifier: Apache-2.0
// Which threads a thread is going to join, one after the other, without doing anything in between
// that another one can see. A machine of its own takes these steps as if each of the threads had
// ended. It goes on through accesses to globals that conflict with nothing that others may still do
// (reduce/foresight.c). What it finds depends on nothing but what the thread alone can reach, such
// globals, and the control blocks that these point to (view_own_ids); so it is found once for each
// such memory. States are compared without regard to which of these threads has which name
// (model.c), and the joiner is in nobody's way before they have ended (choose.c).
#include "explore/explore_int.h"

#include <string.h>

enum { SLOTS = IS_TINY ? 1 : 64, KEPT = IS_TINY ? 1 : 16 };

typedef struct Joins {
    u32 *ids; // what it depends on
    u32 nids, ids_cap;
    ObjId *joined;
    u32 njoined, joined_cap;
    bool has_met_something; // before the last join
} Joins;

typedef struct Kept { // what others may still do to each block of globals
    u32 others;       // the set that it is of; 0: none yet
    Keep *keeps;
} Kept;

struct JoinCache {
    u32 nblocks;        // of globals
    Joins slots[SLOTS]; // by hash of the ids
    Kept kept[KEPT];    // by number of the set
    const Keep *keeps;  // while it looks ahead: those of the state; NULL: all are shared
    bool tells;         // who learns from accesses of what it passes
    const StateWord *state;
    ThreadId thread; // that looks ahead from the state
    bool has_begun;
    u32 bounds_met; // by the machine, so far
};

JoinCache *joins_new(const Program *p) {
    JoinCache *c = mem_zalloc_apart(sizeof(JoinCache));
    c->nblocks = p->nblocks;
    return c;
}

void joins_free(JoinCache *c) {
    for (u32 i = 0; c && i < SLOTS; i++) {
        VEC_FREE(c->slots[i].ids, c->slots[i].ids_cap);
        VEC_FREE(c->slots[i].joined, c->slots[i].joined_cap);
    }
    for (u32 i = 0; c && i < KEPT; i++)
        if (c->kept[i].keeps)
            mem_free(c->kept[i].keeps, (c->nblocks + 1) * sizeof(Keep));
    mem_free(c, sizeof *c);
}

// ---- what others may still do to globals --------------------------------------------------------

static void fill_keeps(const Explorer *e, u32 others, Keep *keeps) {
    const Program *p = e->shared->program;
    const Foresight *f = e->reducer.foresight;
    for (u32 i = 0; i < p->nblocks; i++)
        keeps[i] = KEEP_OWN;
    for (ObjId id = 1; id <= p->nglobals; id++) {
        const Global *g = &p->globals[id];
        Keep keep = foresight_writes(f, others, id)  ? KEEP_SHARED
                    : foresight_reads(f, others, id) ? KEEP_FIXED
                                                     : KEEP_OWN;
        if (!g->is_const && !g->is_tls && keep < keeps[g->block])
            keeps[g->block] = keep;
    }
}

// NULL: nothing is known of what others do.
static const Keep *keeps_of(Explorer *e, const StateWord *state, ThreadId t) {
    u32 others[MAX_THREADS], n = vector_threads(state);
    const u32 *blocks = vector_ids(state) + leaf_of_thread(e->shared->program, state, 0);
    Foresight *f = e->reducer.foresight;
    if (!f)
        return NULL;
    if (!foresight_look(f, blocks, n, others)) {
        view_load(e->view, e->caller, state);
        foresight_learn(f, e->caller);
        bool is_known = foresight_look(f, blocks, n, others);
        ENSURE(is_known);
    }
    Kept *k = &e->joins->kept[others[t] % KEPT];
    if (!k->keeps)
        k->keeps = mem_alloc((e->joins->nblocks + 1) * sizeof(Keep));
    if (k->others != others[t])
        fill_keeps(e, others[t], k->keeps);
    k->others = others[t];
    return k->keeps;
}

static void tell(Explorer *e, Vm *vm, const Thread *t, const Access *a) {
    const JoinCache *c = e->joins;
    StepAccess access = {.place = (u32)(a->place - vm_globals(vm)),
                         .off = (u32)a->off,
                         .size = (u32)a->size,
                         .whole = a->place->size,
                         .is_write = a->is_write,
                         .has_written = a->is_write};
    if (e->shared->guards)
        guards_passes(e->shared->guards, vm, t, a);
    if (e->chooser)
        chooser_foresees(e, c->state, c->thread, &access);
}

bool joins_passes(void *explorer, Vm *vm, const Thread *t, const Access *a) {
    Explorer *e = explorer;
    const Keep *keeps = e->joins ? e->joins->keeps : NULL;
    const Place *globals = vm_globals(vm);
    if (!keeps || a->is_end || a->is_release || a->place < globals ||
        a->place >= globals + e->joins->nblocks)
        return false;
    bool passes = keeps[a->place - globals] >= (a->is_write ? KEEP_OWN : KEEP_FIXED);
    if (passes && e->joins->tells)
        tell(e, vm, t, a);
    return passes;
}

// ---- looking ahead ------------------------------------------------------------------------------

static bool is_joined(const Joins *j, ObjId control) {
    for (u32 i = 0; i < j->njoined; i++)
        if (j->joined[i] == control)
            return true;
    return false;
}

// The control block of the thread that it stands and waits for; 0: it does something else. SOUND:
// nobody is asked about what the rest of an atomic section accesses, so a join in one is not such a
// wait.
static ObjId awaited(Vm *vm, ThreadId t) {
    const Thread *thread = vm_live(vm, t);
    const Pending *p = &thread->pend;
    bool is_join = p->kind == PEND_WAIT && (p->what & WAIT_UNSEEN) && !cell_is_number(p->resource);
    return is_join && thread->masks <= MASKS_OF_JOIN ? p->resource.tag : 0;
}

// A verdict names every condition that a run has met, and faults of kinds that nobody asked for, so
// runs that may meet one stay as they are.
static bool has_met_something(Explorer *e) {
    const Fault *first;
    u32 met = vm_forget_bounds_met(e->caller);
    e->joins->bounds_met |= met;
    return met || vm_gone_on(e->caller, &first);
}

// Takes so many steps, or all that it can. False: another thread is alone, so that nothing is
// known.
static bool take_steps(Explorer *e, const StateWord *state, ThreadId t, u32 most, Joins *out) {
    Vm *vm = e->caller;
    bool has_met = false; // in the steps so far
    view_load(e->view, vm, state);
    out->njoined = 0;
    out->has_met_something = false;
    has_met_something(e);
    for (bool goes_on = true; goes_on && out->njoined < most;) {
        ObjId control = awaited(vm, t);
        if (!control || is_joined(out, control) || !vm_fulfil(vm, t))
            return true;
        if (!vm_alternatives(vm, t))
            return false;
        out->has_met_something = has_met;
        goes_on = vm_step(vm, t, 0)->end == RUN_POINT;
        // Misuse of a handle is for the search to find; and no two steps may end in one.
        if (goes_on)
            VEC_PUSH(out->joined, out->njoined, out->joined_cap) = control;
        has_met = has_met_something(e) || has_met;
    }
    return true;
}

// SOUND: what it accesses before the last join counts as if it had come there. It may wait for ever
// in the state that is visited, and not in one that this one stands for; and that it accesses
// something without a lock matters in runs of the program where another thread is in the middle of
// what is one step here. (What comes after the last join, it comes to in both or in neither.)
static bool look_ahead(Explorer *e, const StateWord *state, ThreadId t, const Keep *keeps,
                       Joins *out) {
    JoinCache *c = e->joins;
    c->keeps = keeps;
    bool is_known = take_steps(e, state, t, UINT32_MAX, out);
    u32 n = out->njoined;
    bool has_met = out->has_met_something;
    if (is_known && n > 1 && keeps && (e->shared->guards || e->chooser)) {
        c->tells = true;
        c->state = state;
        c->thread = t;
        take_steps(e, state, t, n - 1, out);
        c->tells = false;
        out->njoined = n; // the others are still there
        out->has_met_something = has_met;
    }
    c->keeps = NULL;
    return is_known;
}

// The machine is made when there is something to look ahead to.
static void begin(Explorer *e) {
    if (e->joins->has_begun)
        return;
    explorer_need_caller(e);
    e->joins->has_begun = true;
}

u32 joins_bounds_met(const JoinCache *c) { return c ? c->bounds_met : 0; }

JoinList joins_of(Explorer *e, const StateWord *state, ThreadId t) {
    begin(e);
    const Keep *keeps = keeps_of(e, state, t);
    Ids ids = view_own_ids(e->view, state, t, keeps);
    Joins *j = &e->joins->slots[hash_bytes(ids.items, ids.n * sizeof *ids.items, 0) % SLOTS];
    bool is_known =
        j->nids == ids.n && ids.n && memcmp(j->ids, ids.items, ids.n * sizeof *ids.items) == 0;
    if (!is_known) {
        VEC_RESERVE(j->ids, 0, j->ids_cap, ids.n);
        memcpy(j->ids, ids.items, ids.n * sizeof *ids.items);
        j->nids = look_ahead(e, state, t, keeps, j) ? ids.n : 0;
    }
    return (JoinList){j->joined, j->njoined, j->has_met_something, keeps};
}
