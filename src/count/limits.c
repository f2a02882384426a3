// SPDX-License-Identifier: Apache-2.0
// When a search gives up.
#include "count/count_int.h"

enum { BETWEEN_LOOKS = 64 }; // transitions

bool watch_stops(Watch *w) {
    const CountLimits *l = w->limits;
    CountResult *r = w->result;
    if (w->until_look) {
        w->until_look--;
        return false;
    }
    w->until_look = BETWEEN_LOOKS;
    if (l->progress)
        l->progress(l->arg, r->states, r->transitions, r->depth);
    if (l->interrupted && *l->interrupted)
        text_add(&r->reason, "interrupted");
    else if (l->deadline > 0 && clock_seconds() > l->deadline)
        text_add(&r->reason, "time limit of %g s reached", l->time_limit);
    else if (l->memory_limit && mem_real() > l->memory_limit)
        text_add(&r->reason, "memory limit of %llu MiB reached",
                 (unsigned long long)(l->memory_limit >> 20));
    else if (l->gives_up)
        l->gives_up(l->arg, &r->reason);
    if (!r->reason.len)
        return false;
    r->answer = COUNT_STOPPED;
    return true;
}

void count_add_bounds(CountResult *r, const CountConfig *c) {
    for (u32 i = 0; i < c->n; i++) {
        const CountPart *p = &c->parts[i];
        while (r->nbounds <= p->local)
            VEC_PUSH(r->bounds, r->nbounds, r->bounds_cap) = 0;
        if (p->count > r->bounds[p->local])
            r->bounds[p->local] = p->count;
    }
}

void count_result_done(CountResult *r) {
    text_done(&r->reason);
    text_done(&r->dot);
    VEC_FREE(r->steps, r->steps_cap);
    VEC_FREE(r->bounds, r->bounds_cap);
    *r = (CountResult){0};
}
