// SPDX-License-Identifier: Apache-2.0
// All moves that there may be, for who has to know them beforehand, and which threads may be
// together.
//
// SOUND: a local state is listed for a global state, and so are two local states (of two threads,
// so they may be the same), if they are together in the beginning, or come about by a move of one
// of the threads, or by a move of a third one that is listed with each of them. In every reachable
// configuration all threads are listed, and each two of them, as is seen by going from one to the
// next: whoever moves was listed with all others. More may be listed than can be reached.
#include "count/count_int.h"

static u64 pair_of(u32 a, u32 b) { return (u64)a << 32 | b; }

u32 listing_place(Listing *l, u32 global) {
    u32 *index = table_add(&l->by_global, global, PLAIN_KEY);
    if (!*index) {
        VEC_PUSH(l->places, l->nplaces, l->places_cap) = (ListedPlace){.global = global};
        *index = l->nplaces;
    }
    return *index - 1;
}

static void add_todo(Listing *l, u32 place, u32 a, u32 b) {
    VEC_PUSH(l->todo, l->ntodo, l->todo_cap) = (ListedThreads){place, a, b};
}

static void add_one(Listing *l, u32 place, u32 local) {
    u32 *is_there = table_add(&l->ones, local, place + 1);
    if (*is_there)
        return;
    *is_there = 1;
    ListedPlace *p = &l->places[place];
    VEC_PUSH(p->locals, p->nlocals, p->locals_cap) = local;
    add_todo(l, place, local, LOCAL_NONE);
}

static void add_two(Listing *l, u32 place, u32 a, u32 b) {
    u32 *is_there = table_add(&l->twos, a < b ? pair_of(a, b) : pair_of(b, a), place + 1);
    if (*is_there)
        return;
    *is_there = 1;
    add_one(l, place, a);
    add_one(l, place, b);
    add_todo(l, place, a, b);
}

static bool has_two(const Listing *l, u32 place, u32 a, u32 b) {
    u32 is_there;
    table_find(&l->twos, a < b ? pair_of(a, b) : pair_of(b, a), place + 1, &is_there);
    return is_there;
}

// ---- moves --------------------------------------------------------------------------------------

static const CountMove *moves_of(Listing *l, u32 place, u32 local, u32 *n) {
    const CountSystem *s = l->mover->system;
    u32 global = l->places[place].global;
    *n = 0;
    return s->is_bad(s->self, global) ? NULL : mover_moves(l->mover, global, local, n);
}

// A thread moves alone.
static void list_one(Listing *l, u32 place, u32 local) {
    u32 n;
    const CountMove *moves = moves_of(l, place, local, &n);
    for (u32 k = 0; k < n; k++) {
        const CountMove *m = &moves[k];
        u32 to = listing_place(l, m->global);
        ListedPlace *p = &l->places[to];
        VEC_PUSH(p->entries, p->nentries, p->entries_cap) =
            (ListedEntry){l->places[place].global, local, *m};
        if (m->local != LOCAL_NONE)
            add_one(l, to, m->local);
        for (u32 i = 0; i < m->nstarted; i++) {
            add_one(l, to, m->started[i]);
            if (m->local != LOCAL_NONE)
                add_two(l, to, m->local, m->started[i]);
            for (u32 j = 0; j < i; j++)
                add_two(l, to, m->started[j], m->started[i]);
        }
    }
    l->ntransitions += n;
}

// One thread moves beside another.
static void list_beside(Listing *l, u32 place, u32 local, u32 other) {
    u32 n;
    const CountMove *moves = moves_of(l, place, local, &n);
    for (u32 k = 0; k < n; k++) {
        u32 to = listing_place(l, moves[k].global);
        add_one(l, to, other);
        if (moves[k].local != LOCAL_NONE)
            add_two(l, to, moves[k].local, other);
        for (u32 i = 0; i < moves[k].nstarted; i++)
            add_two(l, to, moves[k].started[i], other);
    }
}

// A thread moves beside two others, which see only that the global state changes.
static void list_behind(Listing *l, u32 place, u32 local, u32 a, u32 b) {
    u32 n;
    const CountMove *moves = moves_of(l, place, local, &n);
    for (u32 k = 0; k < n; k++)
        add_two(l, listing_place(l, moves[k].global), a, b);
}

static void list_two(Listing *l, u32 place, u32 a, u32 b) {
    list_beside(l, place, a, b);
    list_beside(l, place, b, a);
    for (u32 i = 0; i < l->places[place].nlocals; i++) {
        u32 third = l->places[place].locals[i];
        if (!has_two(l, place, a, third) || !has_two(l, place, b, third))
            continue;
        list_behind(l, place, third, a, b);
        list_behind(l, place, a, b, third);
        list_behind(l, place, b, a, third);
    }
}

static void begin(Listing *l, const CountConfig *c) {
    u32 place = listing_place(l, c->global);
    for (u32 i = 0; i < c->n; i++) {
        add_one(l, place, c->parts[i].local);
        for (u32 k = 0; k < i; k++)
            add_two(l, place, c->parts[k].local, c->parts[i].local);
        if (c->parts[i].count > 1)
            add_two(l, place, c->parts[i].local, c->parts[i].local);
    }
}

bool listing_make(Listing *l, Mover *mover, Watch *watch) {
    *l = (Listing){.mover = mover};
    for (u32 i = 0; i < mover->system->ninitial; i++)
        begin(l, &mover->system->initial[i]);
    while (l->ntodo) {
        ListedThreads t = l->todo[--l->ntodo];
        if (t.b == LOCAL_NONE)
            list_one(l, t.place, t.a);
        else
            list_two(l, t.place, t.a, t.b);
        if (watch_stops(watch))
            return false;
    }
    return true;
}

bool listing_has(Listing *l, const CountConfig *c) {
    u32 place = listing_place(l, c->global), is_there = 1;
    for (u32 i = 0; i < c->n; i++) {
        table_find(&l->ones, c->parts[i].local, place + 1, &is_there);
        if (!is_there)
            return false;
        for (u32 k = 0; k < i; k++)
            if (!has_two(l, place, c->parts[k].local, c->parts[i].local))
                return false;
        if (c->parts[i].count > 1 && !has_two(l, place, c->parts[i].local, c->parts[i].local))
            return false;
    }
    return true;
}

void listing_done(Listing *l) {
    for (u32 i = 0; i < l->nplaces; i++) {
        VEC_FREE(l->places[i].locals, l->places[i].locals_cap);
        VEC_FREE(l->places[i].entries, l->places[i].entries_cap);
    }
    VEC_FREE(l->places, l->places_cap);
    VEC_FREE(l->todo, l->todo_cap);
    table_done(&l->by_global);
    table_done(&l->ones);
    table_done(&l->twos);
}
