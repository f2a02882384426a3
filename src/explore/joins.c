// SPDX-License-Identifier: Apache-2.0
// Which threads a thread is going to join, one after the other, without doing anything visible in
// between. A machine of its own takes these steps as if each of the threads had ended. What it
// finds depends on nothing but what the thread alone can reach and the control blocks that this
// points to (view_own_ids); so it is found once for each such memory.
#include "explore/explore_int.h"

#include <string.h>

enum { SLOTS = IS_TINY ? 1 : 64 };

typedef struct Joins {
    u32 *ids; // what it depends on
    u32 nids, ids_cap;
    ObjId *joined;
    u32 njoined, joined_cap;
} Joins;

struct JoinCache {
    Joins slots[SLOTS]; // by hash of the ids
    bool has_begun;
    u32 bounds_met; // by the machine, before it has looked ahead
};

JoinCache *joins_new(void) { return mem_zalloc_apart(sizeof(JoinCache)); }

void joins_free(JoinCache *c) {
    for (u32 i = 0; c && i < SLOTS; i++) {
        VEC_FREE(c->slots[i].ids, c->slots[i].ids_cap);
        VEC_FREE(c->slots[i].joined, c->slots[i].joined_cap);
    }
    mem_free(c, sizeof *c);
}

static bool is_joined(const Joins *j, ObjId control) {
    for (u32 i = 0; i < j->njoined; i++)
        if (j->joined[i] == control)
            return true;
    return false;
}

// The control block of the thread that it stands and waits for; 0: it does something else.
static ObjId awaited(Vm *vm, ThreadId t) {
    const Pending *p = &vm_live(vm, t)->pend;
    bool is_join = p->kind == PEND_WAIT && (p->what & WAIT_UNSEEN) && !cell_is_number(p->resource);
    return is_join ? p->resource.tag : 0;
}

// False: another thread is alone, so that nothing is known.
static bool look_ahead(Explorer *e, const StateWord *state, ThreadId t, Joins *out) {
    Vm *vm = e->caller;
    view_load(e->view, vm, state);
    out->njoined = 0;
    for (bool goes_on = true; goes_on;) {
        ObjId control = awaited(vm, t);
        if (!control || is_joined(out, control) || !vm_fulfil(vm, t))
            return true;
        if (!vm_alternatives(vm, t))
            return false;
        goes_on = vm_step(vm, t, 0)->end == RUN_POINT;
        // Misuse of a handle is for the search to find; and no two steps may end in one.
        if (goes_on)
            VEC_PUSH(out->joined, out->njoined, out->joined_cap) = control;
    }
    return true;
}

// The machine is made when there is something to look ahead to.
static void begin(Explorer *e) {
    if (e->joins->has_begun)
        return;
    explorer_need_caller(e);
    e->joins->has_begun = true;
    e->joins->bounds_met = vm_bounds_met(e->caller);
}

// A verdict names every condition that a run has met, and faults of kinds that nobody asked for, so
// runs that may meet one stay as they are.
static bool has_met_something(const Explorer *e) {
    const Fault *first;
    return (vm_bounds_met(e->caller) & ~e->joins->bounds_met) || vm_gone_on(e->caller, &first);
}

JoinList joins_of(Explorer *e, const StateWord *state, ThreadId t) {
    begin(e);
    Ids ids = view_own_ids(e->view, state, t);
    Joins *j = &e->joins->slots[hash_bytes(ids.items, ids.n * sizeof *ids.items, 0) % SLOTS];
    bool is_known =
        j->nids == ids.n && ids.n && memcmp(j->ids, ids.items, ids.n * sizeof *ids.items) == 0;
    if (!is_known) {
        VEC_RESERVE(j->ids, 0, j->ids_cap, ids.n);
        memcpy(j->ids, ids.items, ids.n * sizeof *ids.items);
        j->nids = look_ahead(e, state, t, j) ? ids.n : 0;
    }
    return (JoinList){j->joined, has_met_something(e) ? 0 : j->njoined};
}
