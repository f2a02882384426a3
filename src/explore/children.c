// SPDX-License-Identifier: Apache-2.0
// Lists of new states.
#include "explore/explore_int.h"

#include <string.h>

enum { LARGE_VECTOR = IS_TINY ? 1 : 256 }; // words
// words in which a child may differ from the one that it is like
enum { MOST_DIFFERENT = IS_TINY ? 4 : 512 };

void children_add(Children *c, Choice how, const StateWord *state) {
    u32 words = vector_words(state), number = c->n;
    CHECK(words >= VECTOR_HEAD && (number == 0 || c->items[number - 1].at < c->nwords));
    VEC_RESERVE(c->words, c->nwords, c->words_cap, words);
    memcpy(c->words + c->nwords, state, words * sizeof *state);
    VEC_PUSH(c->items, c->n, c->cap) = (Child){how, 0, c->nwords, number};
    c->nwords += words;
    if (c->store)
        c->store->expect(c->store->self, state);
}

// The words that a child takes.
static u32 words_of(const Children *c, u32 i) {
    CHECK(i < c->n && c->items[i].like <= i && c->items[i].at < c->nwords);
    const u32 *at = c->words + c->items[i].at;
    return c->items[i].like == i ? vector_words(at) : 1 + 2 * at[0];
}

void children_move(Children *c, u32 from, u32 to) {
    if (from == to)
        return;
    ENSURE(to < from && from < c->n);
    u32 words = vector_words(child_state(c, from)), at = to ? c->items[to - 1].at : 0;
    at += to ? words_of(c, to - 1) : 0;
    CHECK(at <= c->items[from].at && c->items[from].like == from); // it is not packed yet
    memmove(c->words + at, child_state(c, from), words * sizeof *c->words);
    c->items[to] = (Child){c->items[from].how, c->items[from].traits, at, to};
}

void children_end(Children *c, Ending e) {
    ENSURE(e.end != STEP_ON && (e.how.thread != THREAD_NONE || e.end == STEP_VIOLATION));
    VEC_PUSH(c->ends, c->nends, c->ends_cap) = e;
}

void children_cut(Children *c, u32 n) {
    ENSURE(c->nwords <= c->words_cap);
    if (n >= c->n)
        return;
    u32 nwords = n ? c->items[n - 1].at + words_of(c, n - 1) : 0;
    CHECK(nwords <= c->nwords);
    c->nwords = nwords;
    c->n = n;
}

// The difference between two vectors as it is kept; the words that it takes, 0 if it is too large.
static u32 difference(const StateWord *v, const StateWord *like, u32 out[1 + 2 * MOST_DIFFERENT]) {
    u32 n = vector_words(v), k = 1;
    if (vector_words(like) != n)
        return 0;
    for (u32 i = 0; i < n; i++) {
        if (v[i] == like[i])
            continue;
        if (k == 1 + 2 * MOST_DIFFERENT || 2 * k > n)
            return 0;
        out[k++] = i;
        out[k++] = v[i];
    }
    out[0] = k / 2;
    CHECK(k % 2 == 1 && k <= 1 + 2 * MOST_DIFFERENT);
    return k;
}

// A hash of the vector that a child stands for, packed or not.
static u64 hash_of(const Children *c, u32 i) {
    Unpacked whole = {0};
    const StateWord *v = child_unpack(c, i, &whole);
    u64 h = hash_bytes(v, vector_words(v) * sizeof *v, 1);
    VEC_FREE(whole.words, whole.cap);
    return h;
}

void children_pack(Children *c, u32 first) {
    if (first >= c->n || vector_words(child_state(c, first)) < LARGE_VECTOR)
        return;
    u32 at = c->items[first].at + words_of(c, first), like = first;
    for (u32 i = first + 1; i < c->n; i++) {
        u64 before = IS_CHECKING ? hash_of(c, i) : 0;
        u32 kept[1 + 2 * MOST_DIFFERENT],
            words = difference(child_state(c, i), child_state(c, like), kept);
        if (words)
            memcpy(c->words + at, kept, words * sizeof *kept);
        else
            memmove(c->words + at, child_state(c, i), words_of(c, i) * sizeof *kept);
        c->items[i].at = at;
        c->items[i].like = like = words ? like : i;
        CHECK(hash_of(c, i) == before);
        at += words_of(c, i);
    }
    ENSURE(at <= c->nwords);
    c->nwords = at;
}

const StateWord *child_unpack(const Children *c, u32 i, Unpacked *out) {
    ENSURE(i < c->n && c->items[i].like <= i);
    const Child *child = &c->items[i];
    const StateWord *whole = child_state(c, child->like);
    u32 n = vector_words(whole);
    VEC_RESERVE(out->words, 0, out->cap, n);
    memcpy(out->words, whole, n * sizeof *whole);
    const u32 *kept = c->words + child->at;
    CHECK(c->items[child->like].like == child->like); // that one is whole
    for (u32 k = 0; child->like != i && k < kept[0]; k++) {
        CHECK(kept[1 + 2 * k] < n);
        out->words[kept[1 + 2 * k]] = kept[2 + 2 * k];
    }
    CHECK(vector_words(out->words) == n);
    return out->words;
}

void children_done(Children *c) {
    ENSURE(c->n <= c->cap && c->nwords <= c->words_cap && c->nends <= c->ends_cap);
    VEC_FREE(c->items, c->cap);
    VEC_FREE(c->words, c->words_cap);
    VEC_FREE(c->ends, c->ends_cap);
}
