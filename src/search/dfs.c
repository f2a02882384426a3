// SPDX-License-Identifier: Apache-2.0
// Depth-first search. The stack holds, for each state on the path, the ways to go on that are still to be tried.
#include "search/search_int.h"

typedef struct Level {
    StateRef ref;
    u32 first_way;      // its ways are ways[first_way ..] up to the next level's
    u32 way;            // the one being tried
    u32 alternative;    // and its next alternative
} Level;

typedef struct Dfs {
    const Seam *seam;
    Level *levels;
    u32 nlevels, levels_cap;
    Schedule ways;      // thread and number of alternatives
    bool is_at_top;     // the current state is the top level's
} Dfs;

static void push(Dfs *d, StateRef ref) {
    Level *l = &VEC_PUSH(d->levels, d->nlevels, d->levels_cap);
    *l = (Level){.ref = ref, .first_way = d->ways.len, .way = d->ways.len};
    d->seam->ways(d->seam->self, &d->ways);
    d->is_at_top = true;
}

// The next choice of the top level; false if there is none left.
static bool next_choice(Dfs *d, Choice *c) {
    Level *l = &d->levels[d->nlevels - 1];
    if (l->way < d->ways.len && l->alternative == d->ways.steps[l->way].alternative) {
        l->way++;
        l->alternative = 0;
    }
    if (l->way == d->ways.len)
        return false;
    *c = (Choice){d->ways.steps[l->way].thread, l->alternative++};
    return true;
}

static void pop(Dfs *d) {
    d->ways.len = d->levels[--d->nlevels].first_way;
    d->is_at_top = false;
}

// Each level's last choice is the step that was taken from it.
static void collect(const Dfs *d, Schedule *found) {
    found->len = 0;
    for (u32 i = 0; i < d->nlevels; i++) {
        const Level *l = &d->levels[i];
        VEC_PUSH(found->steps, found->len, found->cap) =
            (Choice){d->ways.steps[l->way].thread, l->alternative - 1};
    }
}

bool search_dfs(const Seam *seam, Schedule *found) {
    Dfs d = {.seam = seam};
    StateRef ref;
    bool is_found = false;
    StepEnd end = seam->start(seam->self, &ref);
    if (end == STEP_VIOLATION) {
        found->len = 0;
        is_found = true;
    } else if (end == STEP_NEW) {
        push(&d, ref);
    }
    while (d.nlevels && !is_found) {
        Choice c;
        if (!next_choice(&d, &c)) {
            pop(&d);
            continue;
        }
        if (seam->should_stop(seam->self, d.nlevels))
            break;
        if (!d.is_at_top)
            seam->load(seam->self, d.levels[d.nlevels - 1].ref);
        d.is_at_top = false;
        end = seam->step(seam->self, c, &ref);
        if (end == STEP_NEW) {
            push(&d, ref);
        } else if (end == STEP_VIOLATION) {
            collect(&d, found);
            is_found = true;
        }
    }
    VEC_FREE(d.levels, d.levels_cap);
    VEC_FREE(d.ways.steps, d.ways.cap);
    return is_found;
}
