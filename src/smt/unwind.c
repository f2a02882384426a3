// SPDX-License-Identifier: Apache-2.0
// How often loops went round on a branch of the tree, and how often functions are on their way. A
// loop is known by the jump back to its beginning, in the frame of a thread. It begins to count
// anew when its function is called again, and when a loop around it goes round: that is one whose
// code, from its beginning to the jump back, contains the jump of the inner one. (So a loop with
// several jumps back may go round more often than each of them.)
#include "smt/smt_int.h"

#include <string.h>

void loops_done(LoopCounts *c) { VEC_FREE(c->items, c->cap); }

void loops_copy(LoopCounts *to, const LoopCounts *from) {
    VEC_RESERVE(to->items, 0, to->cap, from->n + 1);
    if (from->n)
        memcpy(to->items, from->items, from->n * sizeof *from->items);
    to->n = from->n;
    CHECK(loops_are_fewer(to, from) && loops_are_fewer(from, to));
}

// Whether the turn makes the loop begin to count anew.
static bool resets(const Turn *turn, const LoopCount *l) {
    if (l->thread != turn->thread)
        return false;
    bool is_inside =
        l->frame == turn->frame && !l->is_function && l->head >= turn->to && l->from < turn->from;
    return l->frame > turn->frame || (turn->is_entry && l->frame == turn->frame) || is_inside;
}

static void forget(LoopCounts *c, const Turn *turn) {
    u32 kept = 0;
    for (u32 i = 0; i < c->n; i++)
        if (!resets(turn, &c->items[i]))
            c->items[kept++] = c->items[i];
    c->n = kept;
}

static bool is_of(const LoopCount *l, const Turn *turn) {
    return l->thread == turn->thread && l->head == turn->to && l->from == turn->from &&
           l->is_function == turn->is_entry;
}

static void add(LoopCounts *c, const Turn *turn) {
    VEC_PUSH(c->items, c->n, c->cap) = (LoopCount){.thread = turn->thread,
                                                   .frame = turn->frame,
                                                   .head = turn->to,
                                                   .from = turn->from,
                                                   .is_function = turn->is_entry};
}

static LoopCount *find(LoopCounts *c, const Turn *turn) {
    for (u32 i = 0; i < c->n; i++) {
        LoopCount *l = &c->items[i];
        if (is_of(l, turn) && l->frame == turn->frame)
            return l;
    }
    add(c, turn);
    return &c->items[c->n - 1];
}

// Whether the function may be entered: how often it is on its way already, in frames below.
static bool enter(LoopCounts *c, const Turn *turn, u32 most) {
    u32 n = 0;
    for (u32 i = 0; i < c->n; i++)
        n += is_of(&c->items[i], turn);
    add(c, turn);
    return n <= most;
}

bool loops_add(LoopCounts *c, const Program *p, const StepRecord *step, u32 most) {
    bool is_within = true;
    for (u32 i = 0; i < step->nturns && is_within; i++) {
        const Turn *turn = &step->turns[i];
        ENSURE(turn->to <= turn->from);
        forget(c, turn);
        if (p->funcs[program_func_at(p, turn->to)].is_runtime)
            continue;
        is_within = turn->is_entry ? enter(c, turn, most) : ++find(c, turn)->n <= most;
    }
    return is_within;
}

void loops_end(LoopCounts *c, ThreadId t) {
    u32 kept = 0;
    for (u32 i = 0; i < c->n; i++) {
        LoopCount l = c->items[i];
        l.thread -= l.thread > t;
        if (c->items[i].thread != t)
            c->items[kept++] = l;
    }
    c->n = kept;
}

static u32 count_of(const LoopCounts *c, const LoopCount *like) {
    u32 n = 0;
    for (u32 i = 0; i < c->n; i++) {
        const LoopCount *l = &c->items[i];
        bool is_same = l->thread == like->thread && l->frame == like->frame &&
                       l->head == like->head && l->from == like->from &&
                       l->is_function == like->is_function;
        n = is_same ? l->n : n;
    }
    return n;
}

bool loops_are_fewer(const LoopCounts *c, const LoopCounts *other) {
    bool are = true;
    for (u32 i = 0; i < c->n && are; i++)
        are = c->items[i].n <= count_of(other, &c->items[i]);
    return are;
}
