// SPDX-License-Identifier: Apache-2.0
// Lists of new states.
#include "search/search_int.h"

#include <string.h>

void children_add(Children *c, Choice how, const StateVector *state) {
    u32 words = vector_words(state);
    VEC_RESERVE(c->words, c->nwords, c->words_cap, words);
    memcpy(c->words + c->nwords, state, words * sizeof *state);
    VEC_PUSH(c->items, c->n, c->cap) = (Child){how, c->nwords};
    c->nwords += words;
}

void children_move(Children *c, u32 from, u32 to) {
    if (from == to)
        return;
    u32 words = vector_words(child_state(c, from)), at = to ? c->items[to - 1].at : 0;
    at += to ? vector_words(child_state(c, to - 1)) : 0;
    memmove(c->words + at, child_state(c, from), words * sizeof *c->words);
    c->items[to] = (Child){c->items[from].how, at};
}

void children_cut(Children *c, u32 n) {
    if (n >= c->n)
        return;
    c->nwords = n ? c->items[n - 1].at + vector_words(child_state(c, n - 1)) : 0;
    c->n = n;
}

void children_done(Children *c) {
    VEC_FREE(c->items, c->cap);
    VEC_FREE(c->words, c->words_cap);
}
