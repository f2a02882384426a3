// SPDX-License-Identifier: Apache-2.0
// From the end: which configurations lead to a bad global state? With each of them all larger ones
// do, so it is enough to have the smallest ones, which are finitely many (P. A. Abdulla, K. Cerans,
// B. Jonsson, Y.-K. Tsay, "General decidability theorems for infinite-state systems", 1996). If the
// beginning is none of these, no bad state can be reached.
//
// To go backwards all moves must be known. They are listed first, from pairs of a global and a
// local state that come about if each thread may do whatever a thread could do in the same global
// state, whether or not there is one. Those are finitely many and more than enough: what contains
// another pair is not reached from the beginning, and is left out.
#include "count/count_int.h"

// A move that leads into a global state.
typedef struct Entry {
    u32 from, local; // of the thread that moves
    CountMove move;
} Entry;

typedef struct Place {
    u32 global;
    u32 *locals; // in which a thread may be there
    u32 nlocals, locals_cap;
    u32 *exits; // global states to which moves lead, each once
    u32 nexits, exits_cap;
    Entry *entries;
    u32 nentries, entries_cap;
    u32 *basis; // numbers of smallest configurations
    u32 nbasis, basis_cap;
} Place;

typedef struct Small {
    CountConfig config;
    u32 depth;
    bool is_over; // a smaller one has been found
} Small;

typedef struct Backward {
    Mover mover;
    Watch watch;
    CountResult *result;
    Arena *arena;
    Table by_global; // index of its place, from 1
    Place *places;
    u32 nplaces, places_cap;
    Table pairs; // global and local states: there is such a pair
    Table exits; // global states: there is a move from one to the other
    u64 *todo;   // pairs
    u32 ntodo, todo_cap;
    Small *smalls;
    u32 nsmalls, smalls_cap;
    bool is_reached;
    CountConfig next;
} Backward;

static u64 pair_of(u32 a, u32 b) { return (u64)a << 32 | b; }

// The pointer is good until the next place is made.
static Place *place_of(Backward *b, u32 global) {
    u32 *index = table_add(&b->by_global, global, PLAIN_KEY);
    if (!*index) {
        VEC_PUSH(b->places, b->nplaces, b->places_cap) = (Place){.global = global};
        *index = b->nplaces;
    }
    return &b->places[*index - 1];
}

// ---- listing ------------------------------------------------------------------------------------

static void add_pair(Backward *b, u32 global, u32 local) {
    u32 *is_there = table_add(&b->pairs, pair_of(global, local), PLAIN_KEY);
    if (*is_there)
        return;
    *is_there = 1;
    Place *p = place_of(b, global);
    VEC_PUSH(p->locals, p->nlocals, p->locals_cap) = local;
    VEC_PUSH(b->todo, b->ntodo, b->todo_cap) = pair_of(global, local);
}

// Whoever is there sees the global state change.
static void add_exit(Backward *b, u32 from, u32 to) {
    u32 *is_there = table_add(&b->exits, pair_of(from, to), PLAIN_KEY);
    if (*is_there)
        return;
    *is_there = 1;
    Place *p = place_of(b, from);
    VEC_PUSH(p->exits, p->nexits, p->exits_cap) = to;
    for (u32 i = 0; i < place_of(b, from)->nlocals; i++)
        add_pair(b, to, place_of(b, from)->locals[i]);
}

static void list_move(Backward *b, u32 global, u32 local, const CountMove *m) {
    Place *to = place_of(b, m->global);
    VEC_PUSH(to->entries, to->nentries, to->entries_cap) = (Entry){global, local, *m};
    add_exit(b, global, m->global);
    if (m->local != LOCAL_NONE)
        add_pair(b, m->global, m->local);
    for (u32 i = 0; i < m->nstarted; i++)
        add_pair(b, m->global, m->started[i]);
}

static void list_pair(Backward *b, u32 global, u32 local) {
    for (u32 i = 0; i < place_of(b, global)->nexits; i++)
        add_pair(b, place_of(b, global)->exits[i], local);
    const CountSystem *s = b->mover.system;
    if (s->is_bad(s->self, global))
        return;
    u32 n;
    const CountMove *moves = mover_moves(&b->mover, global, local, &n);
    for (u32 k = 0; k < n; k++)
        list_move(b, global, local, &moves[k]);
    b->result->transitions += n;
}

static bool list(Backward *b) {
    const CountSystem *s = b->mover.system;
    for (u32 i = 0; i < s->ninitial; i++) {
        const CountConfig *c = &s->initial[i];
        place_of(b, c->global); // it is there even without threads
        for (u32 k = 0; k < c->n; k++)
            add_pair(b, c->global, c->parts[k].local);
    }
    while (b->ntodo) {
        u64 pair = b->todo[--b->ntodo];
        list_pair(b, (u32)(pair >> 32), (u32)pair);
        if (watch_stops(&b->watch))
            return false;
    }
    return true;
}

// ---- going back ---------------------------------------------------------------------------------

static bool is_initial(const Backward *b, const CountConfig *c) {
    const CountSystem *s = b->mover.system;
    for (u32 i = 0; i < s->ninitial; i++)
        if (config_covers(&s->initial[i], c))
            return true;
    return false;
}

// Whether each thread may be where it is.
static bool is_listed(const Backward *b, const CountConfig *c) {
    u32 is_there = 1;
    for (u32 i = 0; i < c->n && is_there; i++)
        table_find(&b->pairs, pair_of(c->global, c->parts[i].local), PLAIN_KEY, &is_there);
    return is_there;
}

// The configuration in b->next leads to a bad state.
static void offer(Backward *b, u32 depth) {
    const CountConfig *c = &b->next;
    Place *p = place_of(b, c->global);
    u32 kept = 0;
    for (u32 i = 0; i < p->nbasis; i++)
        if (config_covers(c, &b->smalls[p->basis[i]].config))
            return;
    for (u32 i = 0; i < p->nbasis; i++) {
        Small *small = &b->smalls[p->basis[i]];
        small->is_over = config_covers(&small->config, c);
        if (!small->is_over)
            p->basis[kept++] = p->basis[i];
    }
    b->result->kept -= p->nbasis - kept;
    p->nbasis = kept;
    VEC_PUSH(p->basis, p->nbasis, p->basis_cap) = b->nsmalls;
    VEC_PUSH(b->smalls, b->nsmalls, b->smalls_cap) =
        (Small){.config = config_keep(b->arena, c), .depth = depth};
    b->result->kept++;
    b->result->states++;
    b->result->depth = depth > b->result->depth ? depth : b->result->depth;
    b->is_reached = b->is_reached || is_initial(b, c);
}

// What it takes before the move, so that the rest is there after it.
static void undo(CountConfig *c, const Entry *e) {
    if (e->move.local != LOCAL_NONE)
        config_remove(c, e->move.local);
    for (u32 i = 0; i < e->move.nstarted; i++)
        config_remove(c, e->move.started[i]);
    config_add(c, e->local, 1);
    c->global = e->from;
}

static bool go_back(Backward *b, u32 index) {
    const Small small = b->smalls[index];
    u32 n = place_of(b, small.config.global)->nentries;
    for (u32 i = 0; i < n && !b->smalls[index].is_over; i++) {
        const Entry e = place_of(b, small.config.global)->entries[i];
        config_copy(&b->next, &small.config);
        undo(&b->next, &e);
        b->result->transitions++;
        if (is_listed(b, &b->next))
            offer(b, small.depth + 1);
        if (b->is_reached || watch_stops(&b->watch))
            return false;
    }
    return true;
}

// All bad states at once; which of them is reached is for a run to show.
static void begin(Backward *b) {
    const CountSystem *s = b->mover.system;
    for (u32 i = 0; i < b->nplaces; i++) {
        if (s->is_bad(s->self, b->places[i].global)) {
            b->next.n = 0;
            b->next.locals = 0;
            b->next.global = b->places[i].global;
            offer(b, 0);
        }
    }
}

static void done(Backward *b) {
    for (u32 i = 0; i < b->nplaces; i++) {
        Place *p = &b->places[i];
        VEC_FREE(p->locals, p->locals_cap);
        VEC_FREE(p->exits, p->exits_cap);
        VEC_FREE(p->entries, p->entries_cap);
        VEC_FREE(p->basis, p->basis_cap);
    }
    VEC_FREE(b->places, b->places_cap);
    VEC_FREE(b->todo, b->todo_cap);
    VEC_FREE(b->smalls, b->smalls_cap);
    table_done(&b->by_global);
    table_done(&b->pairs);
    table_done(&b->exits);
    config_done(&b->next);
    mover_done(&b->mover);
    arena_free(b->arena);
}

void count_backward(const CountSystem *s, const CountOptions *o, CountResult *r) {
    *r = (CountResult){0};
    Backward b = {.result = r, .watch = {.limits = &o->limits, .result = r}, .arena = arena_new()};
    mover_init(&b.mover, s);
    bool goes_on = list(&b);
    if (goes_on)
        begin(&b);
    for (u32 i = 0; i < b.nsmalls && goes_on && !b.is_reached; i++)
        goes_on = b.smalls[i].is_over || go_back(&b, i);
    r->globals = b.mover.nglobals;
    r->locals = b.mover.nlocals;
    if (b.is_reached) {
        r->answer = COUNT_REACHABLE;
        text_clear(&r->reason);
    }
    done(&b);
}
