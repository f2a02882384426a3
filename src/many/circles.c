// SPDX-License-Identifier: Apache-2.0
// Circles of waits. A thread that waits for a mutex knows where the pointer to its holder stands,
// and who holds it has a mark there; other locks are words, and a thread knows which it holds (see
// prop/deadlock.c). Threads that wait for each other in a circle wait for ever, whatever others do,
// and however many there are.
#include "many/many_int.h"

// Where it lies in what is shared; false: it does not.
static bool mark_of(Many *m, ObjId obj, u64 offset, Mark *out) {
    u32 base, size;
    const Place *place = vm_place(m->vm, obj, &base, &size);
    out->off = base + (u32)offset;
    return place && pieces_leaf(m->pieces, place, &out->leaf);
}

static void find_holds(Many *m, const Stance *s, Wait *out) {
    out->first = m->nholds;
    if (s->nholds > MOST_HOLDS)
        verdict_cut_run(&m->r->verdict, false,
                        "a thread holds more locks than can be kept in mind when they are counted");
    for (u32 i = 0; i < s->nholds && i < MOST_HOLDS; i++) {
        Mark at;
        if (mark_of(m, (ObjId)(s->holds[i] >> 32), (u32)s->holds[i], &at))
            VEC_PUSH(m->holds, m->nholds, m->holds_cap) = at;
    }
    out->nholds = m->nholds - out->first;
}

static bool holds_awaited(const Stance *s) {
    bool holds = false;
    for (u32 i = 0; i < s->nholds && i < MOST_HOLDS; i++)
        holds = holds || s->holds[i] == s->word;
    return holds;
}

static Wait find_wait(Many *m, u32 global, u32 local) {
    Wait w = {AWAITS_NONE, {0}, 0, 0};
    Stance s;
    pieces_load(m->pieces, &m->globals[global].shared, &m->locals[local]);
    vm_stance(m->vm, 0, &s, NULL);
    find_holds(m, &s, &w);
    if (s.alternatives)
        return w;
    if (s.can_be_interrupted && (s.owner || s.awaited)) {
        verdict_cut_run(&m->r->verdict, false,
                        "a thread waits for a lock, and a signal or a cancellation may end that");
        return w;
    }
    const Pending *p = &vm_thread(m->vm, 0)->pend;
    if (s.awaited) {
        w.kind = holds_awaited(&s) ? AWAITS_NOBODY : AWAITS_HOLDER;
        if (!mark_of(m, (ObjId)(s.word >> 32), (u32)s.word, &w.at) && w.kind == AWAITS_HOLDER)
            w.kind = AWAITS_NONE;
    } else if (s.owner) {
        w.kind =
            s.owner == s.self || pieces_ended(m->pieces, s.owner) ? AWAITS_NOBODY : AWAITS_OWNER;
        if (w.kind == AWAITS_OWNER && (p->kind != PEND_WAIT || cell_is_number(p->owner) ||
                                       !mark_of(m, p->owner.tag, p->owner.v, &w.at)))
            w.kind = AWAITS_NONE;
    }
    return w;
}

static Wait wait_of(Many *m, u32 global, u32 local) {
    u64 key = (u64)global << 32 | local;
    u32 known;
    if (!table_find(&m->wait_table, key, PLAIN_KEY, &known)) {
        VEC_PUSH(m->waits, m->nwaits, m->waits_cap) = find_wait(m, global, local);
        *table_add(&m->wait_table, key, PLAIN_KEY) = known = m->nwaits;
    }
    return m->waits[known - 1];
}

static bool is_among(const Mark *marks, u32 n, Mark at) {
    for (u32 i = 0; i < n; i++)
        if (marks[i].leaf == at.leaf && marks[i].off == at.off)
            return true;
    return false;
}

// A thread in `local` must act before one that waits so can go on.
static bool is_awaited(Many *m, u32 global, u32 local, Wait w) {
    if (w.kind == AWAITS_OWNER)
        return is_among(m->locals[local].marks, m->locals[local].nmarks, w.at);
    Wait other = wait_of(m, global, local);
    return is_among(m->holds + other.first, other.nholds, w.at);
}

static bool has_reason(Many *m, const CountConfig *c, u32 i) {
    Wait w = wait_of(m, c->global, c->parts[i].local);
    bool has = w.kind == AWAITS_NOBODY;
    for (u32 k = 0; k < c->n && !has; k++)
        has = m->is_stuck[k] && is_awaited(m, c->global, c->parts[k].local, w);
    return has;
}

// What is left when those without a reason to wait for ever are taken out, again and again.
bool many_has_circle(void *many, const CountConfig *c) {
    Many *m = many;
    if (m->globals[c->global].kind != GLOBAL_RUNS ||
        !m->o->explore.properties.checked[FAULT_DEADLOCK])
        return false;
    u32 nstuck = 0;
    VEC_RESERVE(m->is_stuck, 0, m->stuck_cap, c->n);
    for (u32 i = 0; i < c->n; i++) {
        m->is_stuck[i] = wait_of(m, c->global, c->parts[i].local).kind != AWAITS_NONE;
        nstuck += m->is_stuck[i];
    }
    for (bool has_changed = true; has_changed && nstuck;) {
        has_changed = false;
        for (u32 i = 0; i < c->n; i++) {
            if (!m->is_stuck[i] || has_reason(m, c, i))
                continue;
            m->is_stuck[i] = false;
            nstuck--;
            has_changed = true;
        }
    }
    return nstuck > 0;
}
