// SPDX-License-Identifier: Apache-2.0
// What threads can do, remembered: a system may take long to find out.
#include "count/count_int.h"

enum { KIND_LOCAL = 1, KIND_GLOBAL = 2 };

void mover_init(Mover *m, const CountSystem *s) {
    *m = (Mover){.system = s};
    ENSURE(s->ninitial > 0);
}

void mover_done(Mover *m) {
    table_done(&m->pairs);
    table_done(&m->seen);
    VEC_FREE(m->ranges, m->ranges_cap);
    VEC_FREE(m->moves.items, m->moves.cap);
}

static void meet(Mover *m, u32 global, u32 local) {
    u32 *value = table_add(&m->seen, global, KIND_GLOBAL);
    m->nglobals += !*value;
    *value = 1;
    value = table_add(&m->seen, local, KIND_LOCAL);
    m->nlocals += !*value;
    *value = 1;
}

const CountMove *mover_moves(Mover *m, u32 global, u32 local, u32 *n) {
    u32 *range = table_add(&m->pairs, (u64)global << 32 | local, PLAIN_KEY);
    if (!*range) {
        u32 begin = m->moves.len;
        *range = ++m->nranges;
        meet(m, global, local);
        m->system->moves(m->system->self, global, local, &m->moves);
        ENSURE(m->moves.len >= begin);
        VEC_RESERVE(m->ranges, m->nranges - 1, m->ranges_cap, 1);
        m->ranges[m->nranges - 1] = (MoveRange){begin, m->moves.len};
        *n = m->moves.len - begin;
        return m->moves.items + begin;
    }
    const MoveRange *r = &m->ranges[*range - 1];
    *n = r->end - r->begin;
    return m->moves.items + r->begin;
}

void mover_take(CountConfig *c, u32 local, const CountMove *move) {
    bool is_there = config_remove(c, local);
    ENSURE(is_there);
    ENSURE(move->nstarted <= MOST_STARTED);
    c->global = move->global;
    if (move->local != LOCAL_NONE)
        config_add(c, move->local, 1);
    for (u32 i = 0; i < move->nstarted; i++)
        config_add(c, move->started[i], 1);
}

CountConfig config_keep(Arena *a, const CountConfig *c) {
    CountConfig kept = *c;
    kept.cap = 0;
    kept.parts = arena_copy(a, c->parts, c->n * sizeof *c->parts);
    return kept;
}
