// SPDX-License-Identifier: Apache-2.0
// Schedules: the choices that reproduce a run.
#include "prop/prop.h"

void schedule_done(Schedule *s) {
    VEC_FREE(s->steps, s->cap);
    s->len = 0;
}
