// SPDX-License-Identifier: Apache-2.0
// Runs that searches for cycles have found, other than the cycles themselves.
#include "search/search_int.h"

void lasso_step(LassoFound *f, Choice c) {
    Schedule *s = &f->schedule;
    if (c.thread != THREAD_NONE)
        VEC_PUSH(s->steps, s->len, s->cap) = c;
}

void lasso_fault(LassoFound *f, const Seam *s, const Children *c) {
    lasso_step(f, seam_choose(s, c));
    f->is_fault = true;
}

void lasso_end(LassoFound *f, Choice last, EndlessKind kind) {
    ENSURE(!f->is_fault && !f->ntargets);
    lasso_step(f, last);
    f->schedule.is_endless = true;
    f->schedule.cycle = f->schedule.len;
    f->kind = kind;
}
