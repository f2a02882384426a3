// SPDX-License-Identifier: Apache-2.0
// Runs thread by thread: who takes the moves of a run of counted threads. Threads of which there is
// any number come when somebody is needed; who moved last goes on if he can, so that there are few
// switches.
#include "count/count_int.h"

static void come(Crowd *c, u32 local) { VEC_PUSH(c->locals, c->n, c->cap) = local; }

void crowd_init(Crowd *c, Mover *mover, u32 global, CountResult *r) {
    const CountConfig *first = &mover->system->initial[0];
    *c = (Crowd){.mover = mover, .result = r, .global = global, .last = UINT32_MAX};
    for (u32 i = 0; i < first->n; i++)
        for (u32 k = 0; first->parts[i].count != COUNT_ANY && k < first->parts[i].count; k++)
            come(c, first->parts[i].local);
}

static u32 who(Crowd *c, u32 local) {
    if (c->last < c->n && c->locals[c->last] == local)
        return c->last;
    for (u32 i = 0; i < c->n; i++)
        if (c->locals[i] == local)
            return i;
    ENSURE(config_count(&c->mover->system->initial[0], local) == COUNT_ANY);
    come(c, local);
    return c->n - 1;
}

void crowd_step(Crowd *c, u32 local, u32 move) {
    u32 nmoves;
    const CountMove *moves = mover_moves(c->mover, c->global, local, &nmoves);
    ENSURE(move < nmoves);
    CountMove did = moves[move];
    c->last = who(c, local);
    CountResult *r = c->result;
    VEC_PUSH(r->steps, r->nsteps, r->steps_cap) =
        (CountStep){c->last + 1, c->global, local, move, did};
    c->locals[c->last] = did.local;
    c->global = did.global;
    for (u32 i = 0; i < did.nstarted; i++)
        come(c, did.started[i]);
}

void crowd_done(Crowd *c) { VEC_FREE(c->locals, c->cap); }
