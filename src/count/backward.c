// SPDX-License-Identifier: Apache-2.0
// From the end: which configurations lead to a bad global state? With each of them all larger ones
// do, so it is enough to have the smallest ones, which are finitely many (P. A. Abdulla, K. Cerans,
// B. Jonsson, Y.-K. Tsay, "General decidability theorems for infinite-state systems", 1996). If the
// beginning is none of these, no bad state can be reached.
//
// To go backwards all moves must be known. They are listed first, and with them which threads may
// be together; what has others together is not reached from the beginning, and is left out.
#include "count/count_int.h"

// Numbers of the smallest configurations of a global state.
typedef struct Basis {
    u32 *items;
    u32 len, cap;
} Basis;

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
    Listing listing;
    Basis *bases; // by place of the listing
    u32 nbases;
    Small *smalls;
    u32 nsmalls, smalls_cap;
    bool is_reached;
    CountConfig next;
} Backward;

static bool is_initial(const Backward *b, const CountConfig *c) {
    const CountSystem *s = b->mover.system;
    for (u32 i = 0; i < s->ninitial; i++)
        if (config_covers(&s->initial[i], c))
            return true;
    return false;
}

// The configuration in b->next leads to a bad state.
static void offer(Backward *b, u32 depth) {
    const CountConfig *c = &b->next;
    u32 place = listing_place(&b->listing, c->global);
    ENSURE(place < b->nbases); // all places are listed
    Basis *basis = &b->bases[place];
    u32 kept = 0;
    for (u32 i = 0; i < basis->len; i++)
        if (config_covers(c, &b->smalls[basis->items[i]].config))
            return;
    for (u32 i = 0; i < basis->len; i++) {
        Small *small = &b->smalls[basis->items[i]];
        small->is_over = config_covers(&small->config, c);
        if (!small->is_over)
            basis->items[kept++] = basis->items[i];
    }
    b->result->kept -= basis->len - kept;
    basis->len = kept;
    VEC_PUSH(basis->items, basis->len, basis->cap) = b->nsmalls;
    VEC_PUSH(b->smalls, b->nsmalls, b->smalls_cap) =
        (Small){.config = config_keep(b->arena, c), .depth = depth};
    b->result->kept++;
    b->result->states++;
    b->result->depth = depth > b->result->depth ? depth : b->result->depth;
    b->is_reached = b->is_reached || is_initial(b, c);
}

// What it takes before the move, so that the rest is there after it.
static void undo(CountConfig *c, const ListedEntry *e) {
    if (e->move.local != LOCAL_NONE)
        config_remove(c, e->move.local);
    for (u32 i = 0; i < e->move.nstarted; i++)
        config_remove(c, e->move.started[i]);
    config_add(c, e->local, 1);
    c->global = e->from;
}

static bool go_back(Backward *b, u32 index) {
    const Small small = b->smalls[index];
    const ListedPlace *place = &b->listing.places[listing_place(&b->listing, small.config.global)];
    for (u32 i = 0; i < place->nentries && !b->smalls[index].is_over; i++) {
        config_copy(&b->next, &small.config);
        undo(&b->next, &place->entries[i]);
        b->result->transitions++;
        if (listing_has(&b->listing, &b->next))
            offer(b, small.depth + 1);
        if (b->is_reached || watch_stops(&b->watch))
            return false;
    }
    return true;
}

// All bad states at once; which of them is reached is for a run to show.
static void begin(Backward *b) {
    const CountSystem *s = b->mover.system;
    b->nbases = b->listing.nplaces;
    b->bases = mem_zalloc(b->nbases * sizeof *b->bases);
    for (u32 i = 0; i < b->nbases; i++) {
        b->next.global = b->listing.places[i].global;
        b->next.n = 0;
        b->next.locals = 0;
        if (s->is_bad(s->self, b->next.global))
            offer(b, 0);
    }
}

static void done(Backward *b) {
    for (u32 i = 0; i < b->nbases; i++)
        VEC_FREE(b->bases[i].items, b->bases[i].cap);
    mem_free(b->bases, b->nbases * sizeof *b->bases);
    VEC_FREE(b->smalls, b->smalls_cap);
    config_done(&b->next);
    listing_done(&b->listing);
    mover_done(&b->mover);
    arena_free(b->arena);
}

void count_backward(const CountSystem *s, const CountOptions *o, CountResult *r) {
    *r = (CountResult){0};
    Backward b = {.result = r, .watch = {.limits = &o->limits, .result = r}, .arena = arena_new()};
    mover_init(&b.mover, s);
    bool goes_on = listing_make(&b.listing, &b.mover, &b.watch);
    r->transitions = b.listing.ntransitions;
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
