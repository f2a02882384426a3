// SPDX-License-Identifier: Apache-2.0
// Unit tests of the census: what it tells of random states is what they were made of.
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include <string.h>

#include "state/state_int.h"

enum { VALUES = 40, STATES = 300, MOST_GROUPS = 12, MOST_LEAVES = 64 };

typedef struct Known {
    u32 ids[VALUES];                     // of the blocks
    const Block *blocks[VALUES];         // the same
    bool is_global[MOST_GROUPS][VALUES]; // that states have
    bool is_object[VALUES], is_thread[VALUES];
    bool was_global[MOST_GROUPS][VALUES]; // that were told
    bool was_object[VALUES], was_thread[VALUES];
    u32 nsampled; // threads
    u64 seed;
} Known;

static u32 choose(Known *k, u32 n) {
    k->seed = hash_mix(k->seed + 1);
    return (u32)(k->seed % n);
}

static void make_blocks(Known *k, StateStore *s) {
    for (u32 i = 0; i < VALUES; i++) {
        struct {
            Block head;
            u64 data;
        } b = {.head = {.size = 8, .kind = OBJ_HEAP}, .data = i};
        k->ids[i] = blocks_id(store_blocks(s), &b.head);
        k->blocks[i] = blocks_get(store_blocks(s), k->ids[i]);
    }
}

static void add_state(Known *k, StateView *v, const Program *p, u32 ndyn, u32 nthreads) {
    StateWord state[VECTOR_HEAD + MOST_LEAVES] = {0};
    u32 n = vector_count_leaves(p, ndyn, nthreads);
    vector_set_head(state, ndyn, nthreads, vector_plain_words(n), false);
    for (u32 leaf = 0; leaf + 1 < n; leaf++) {
        u32 value = choose(k, VALUES);
        vector_set_id(state, leaf, k->ids[value]);
        if (leaf < p->nblocks)
            k->is_global[leaf][value] = true;
        else if (leaf < p->nblocks + ndyn)
            k->is_object[value] = true;
        else
            k->is_thread[value] = true;
    }
    vector_set_id(state, n - 1, UINT32_MAX - 7 - choose(k, 3)); // no block has such a number
    view_add(v, view_fold(v, state));
}

static void told(void *arg, LeafKind kind, u32 index, const Block *b) {
    Known *k = arg;
    u32 value = 0;
    while (k->blocks[value] != b)
        assert_true(++value < VALUES);
    bool *was = kind == LEAF_GLOBALS  ? &k->was_global[index][value]
                : kind == LEAF_OBJECT ? &k->was_object[value]
                                      : &k->was_thread[value];
    assert_false(*was); // once
    *was = true;
}

static void sampled(void *arg, u32 state, const Block *thread) {
    Known *k = arg;
    u32 value = 0;
    while (k->blocks[value] != thread)
        assert_true(++value < VALUES);
    assert_true(k->is_thread[value] && state < STATES);
    k->nsampled++;
}

static void check(u64 seed, u32 nblocks, u32 nshapes) {
    Known k = {.seed = seed};
    Program p = {.nblocks = nblocks};
    StateStore *s = state_new(&p, &(StoreOptions){.kind = STORE_EXACT});
    StateView *v = view_new(s);
    make_blocks(&k, s);
    u32 nthreads = 0;
    for (u32 i = 0; i < STATES; i++) {
        u32 shape = choose(&k, nshapes);
        add_state(&k, v, &p, shape * 2, 1 + shape % 3);
        nthreads = 1 + shape % 3 > nthreads ? 1 + shape % 3 : nthreads;
    }
    Census out;
    state_census(s, &(CensusOptions){0, 1e300, told, &k}, &out);
    assert_true(out.is_whole || IS_TINY);
    assert_int_equal(out.most_threads, nthreads);
    if (out.is_whole)
        assert_memory_equal(k.is_global, k.was_global, sizeof k.is_global);
    assert_memory_equal(k.is_object, k.was_object, sizeof k.is_object);
    assert_memory_equal(k.is_thread, k.was_thread, sizeof k.is_thread);
    u32 n = state_sample(s, &(SampleOptions){STATES, 1e300, sampled, &k});
    assert_true(n == state_count(s) && k.nsampled >= n);
    view_free(v);
    state_free(s);
}

static void all_blocks_are_told(void **state) {
    (void)state;
    u64 before = mem_used();
    for (u32 nblocks = 1; nblocks < MOST_GROUPS; nblocks++)
        for (u32 nshapes = 1; nshapes <= 6; nshapes += 5)
            check(nblocks * 100 + nshapes, nblocks, nshapes);
    assert_int_equal(mem_used(), before);
}

// Nothing is told for ever, and a store that keeps hashes still has its blocks.
static void it_ends_in_time(void **state) {
    (void)state;
    Known k = {.seed = 1};
    Program p = {.nblocks = 3};
    StateStore *s = state_new(&p, &(StoreOptions){.kind = STORE_EXACT});
    StateView *v = view_new(s);
    Census out;
    make_blocks(&k, s);
    add_state(&k, v, &p, 1, 1);
    state_census(s, &(CensusOptions){0, -1, told, &k}, &out);
    assert_false(out.is_whole);
    view_free(v);
    state_free(s);
    s = state_new(&p, &(StoreOptions){.kind = STORE_COMPACT});
    make_blocks(&k, s);
    memset(k.was_object, 0, sizeof k.was_object);
    state_census(s, &(CensusOptions){0, 1e300, told, &k}, &out);
    assert_false(out.is_whole);
    for (u32 i = 0; i < VALUES; i++)
        assert_true(k.was_object[i]);
    state_free(s);
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(all_blocks_are_told),
                                       cmocka_unit_test(it_ends_in_time)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
