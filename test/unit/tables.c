// SPDX-License-Identifier: Apache-2.0
// Unit tests of the tables that workers share: single-threaded, from several threads at once, and
// growth in between.
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include <math.h>
#include <pthread.h>
#include <stdlib.h>
#include <string.h>

#include "state/state_int.h"
#include "state/tables.h"

enum { THREADS = 4 };

static u64 key_of(u64 i) { return hash_mix(i + 1) | 1; }        // scattered; few are equal
static u64 pair_of(u64 i) { return i % 1000 << 32 | i / 1000; } // like ids: small numbers

// Runs a function in several threads that start together; each gets an element of args.
typedef struct Start {
    pthread_barrier_t *together;
    void (*run)(void *);
    void *arg;
} Start;

static void *started(void *p) {
    Start *s = p;
    pthread_barrier_wait(s->together);
    s->run(s->arg);
    return NULL;
}

static void in_threads(void (*run)(void *), void *args, size_t arg_size) {
    pthread_t threads[THREADS];
    Start starts[THREADS];
    pthread_barrier_t together;
    assert_int_equal(pthread_barrier_init(&together, NULL, THREADS), 0);
    for (u32 i = 0; i < THREADS; i++) {
        starts[i] = (Start){&together, run, (char *)args + i * arg_size};
        assert_int_equal(pthread_create(&threads[i], NULL, started, &starts[i]), 0);
    }
    for (u32 i = 0; i < THREADS; i++)
        pthread_join(threads[i], NULL);
    pthread_barrier_destroy(&together);
}

// ---- key sets -----------------------------------------------------------------------------------

static void keys_are_kept(void **state) {
    (void)state;
    u64 before = mem_used();
    KeySet *s = keyset_new(6);
    assert_false(keyset_has(s, 7));
    assert_true(keyset_add(s, 7));
    assert_false(keyset_add(s, 7));
    assert_true(keyset_has(s, 7));
    assert_true(keyset_add(s, UINT64_MAX));
    assert_true(keyset_has(s, UINT64_MAX));
    assert_false(keyset_has(s, 8));
    assert_int_equal(keyset_count(s), 2);
    assert_false(keyset_wants_growth(s));
    assert_true(keyset_bytes(s) < 800);
    assert_true(keyset_bytes(s) <= mem_used() - before);
    keyset_free(s);
    keyset_free(NULL);
    assert_int_equal(mem_used(), before);
}

// Adds many keys and grows when asked to; the load stays in bounds.
static void key_sets_grow(void **state) {
    (void)state;
    enum { N = 1 << 20 };
    u64 before = mem_used();
    KeySet *s = keyset_new(6);
    for (u64 i = 1; i <= N; i++) {
        assert_true(keyset_add(s, i));
        if (keyset_wants_growth(s)) {
            assert_true(keyset_count(s) * 4 > 3 * s->slots.nlines * LINE_SLOTS);
            keyset_grow(s, NULL);
            assert_false(keyset_wants_growth(s));
        }
        assert_true(keyset_count(s) * 4 <=
                    3 * s->slots.nlines * LINE_SLOTS + s->slots.nlines * LINE_SLOTS / 16);
    }
    assert_int_equal(keyset_count(s), N);
    for (u64 i = 1; i <= N; i++)
        assert_true(keyset_has(s, i) && !keyset_add(s, i));
    for (u64 i = N + 1; i <= N + 1000; i++)
        assert_false(keyset_has(s, i));
    assert_int_equal(keyset_count(s), N);
    keyset_free(s);
    assert_int_equal(mem_used(), before);
}

// A set that nobody grows takes everything all the same, and growing puts it right.
static void key_sets_overflow(void **state) {
    (void)state;
    enum { N = 1500 };
    u64 before = mem_used();
    KeySet *s = keyset_new(6);
    for (u64 i = 0; i < N; i++)
        assert_true(keyset_add(s, key_of(i)));
    assert_true(keyset_wants_growth(s));
    for (u64 i = 0; i < N; i++)
        assert_true(keyset_has(s, key_of(i)) && !keyset_add(s, key_of(i)));
    assert_false(keyset_has(s, 2));
    keyset_grow(s, NULL);
    assert_false(keyset_wants_growth(s));
    assert_true(IS_TINY || !atomic_load(&s->slots.next));
    assert_int_equal(keyset_count(s), N);
    for (u64 i = 0; i < N; i++)
        assert_true(keyset_has(s, key_of(i)) && !keyset_add(s, key_of(i)));
    keyset_free(s);
    assert_int_equal(mem_used(), before);
}

static void large_sets_are_dense(void **state) {
    (void)state;
    enum { N = 9400000, LARGE = 6300000 }; // once from just grown to about to grow
    u64 before = mem_used();
    KeySet *s = keyset_new(20);
    double sum = 0, samples = 0;
    for (u64 i = 1; i <= N; i++) {
        keyset_add(s, i);
        if (keyset_wants_growth(s))
            keyset_grow(s, NULL);
        if (i > LARGE && i % 100000 == 0) {
            sum += (double)keyset_bytes(s) / (double)i;
            samples++;
        }
    }
    assert_int_equal(keyset_count(s), N);
    assert_true(IS_TINY || sum / samples < 14);
    for (u64 i = 1; i <= N; i += 1001)
        assert_true(keyset_has(s, i));
    keyset_free(s);
    assert_int_equal(mem_used(), before);
}

typedef struct KeyWork {
    KeySet *set;
    u64 from, to, step;
    u64 nnew;
} KeyWork;

static void add_keys(void *arg) {
    KeyWork *w = arg;
    for (u64 i = w->from; i < w->to; i++) {
        u64 key = i * w->step;
        w->nnew += keyset_add(w->set, key);
        assert_true(keyset_has(w->set, key));
    }
}

// All threads add the same keys, in phases with growth in between; every key is new to one of them.
static void racing_keys_are_new_once(void **state) {
    (void)state;
    enum { PHASES = 9, FIRST = 250 };
    KeySet *s = keyset_new(6); // overflows
    u64 nnew = 0;
    for (u64 phase = 0, to = FIRST; phase < PHASES; phase++, to *= 2) {
        KeyWork work[THREADS];
        for (u32 i = 0; i < THREADS; i++)
            work[i] = (KeyWork){.set = s, .from = phase ? to / 4 : 1, .to = 1 + to, .step = 3};
        in_threads(add_keys, work, sizeof *work);
        for (u32 i = 0; i < THREADS; i++)
            nnew += work[i].nnew;
        assert_int_equal(nnew, to);
        assert_int_equal(keyset_count(s), nnew);
        if (keyset_wants_growth(s))
            keyset_grow(s, NULL);
    }
    assert_true(IS_TINY || !atomic_load(&s->slots.next));
    keyset_free(s);
}

// ---- pairs --------------------------------------------------------------------------------------

static void pairs_have_dense_ids(void **state) {
    (void)state;
    enum { N = 600000 }; // more than two chunks
    u64 before = mem_used();
    PairMap *m = pairmap_new();
    assert_int_equal(pairmap_find(m, 0), 0);
    for (u64 i = 0; i < N; i++) {
        assert_int_equal(pairmap_id(m, pair_of(i)), i + 1);
        if (pairmap_wants_growth(m)) {
            pairmap_grow(m, NULL);
            assert_false(pairmap_wants_growth(m));
        }
    }
    for (u64 i = 0; i < N; i++) {
        assert_int_equal(pairmap_find(m, pair_of(i)), i + 1);
        assert_int_equal(pairmap_id(m, pair_of(i)), i + 1);
        assert_true(pairmap_get(m, (u32)i + 1) == pair_of(i));
    }
    assert_int_equal(pairmap_find(m, pair_of(N)), 0);
    assert_true(pairmap_bytes(m) <= mem_used() - before);
    pairmap_free(m);
    pairmap_free(NULL);
    assert_int_equal(mem_used(), before);
}

static void pair_maps_overflow(void **state) {
    (void)state;
    enum { N = 10000 };
    u64 before = mem_used();
    PairMap *m = pairmap_new();
    for (u64 i = 0; i < N; i++)
        assert_int_equal(pairmap_id(m, pair_of(i)), i + 1);
    for (u32 turn = 0; turn < 2; turn++) {
        for (u64 i = 0; i < N; i++)
            assert_int_equal(pairmap_find(m, pair_of(i)), i + 1);
        assert_int_equal(pairmap_find(m, pair_of(N)), 0);
        assert_true(pairmap_wants_growth(m) == (turn == 0));
        pairmap_grow(m, NULL);
    }
    pairmap_free(m);
    assert_int_equal(mem_used(), before);
}

typedef struct IdWork {
    void *table;
    u64 from, to;
    u32 *ids; // by number
} IdWork;

static void add_pairs(void *arg) {
    IdWork *w = arg;
    PairMap *m = w->table;
    for (u64 i = w->from; i < w->to; i++) {
        w->ids[i] = pairmap_id(m, pair_of(i));
        assert_int_equal(pairmap_find(m, pair_of(i)), w->ids[i]);
        assert_true(pairmap_get(m, w->ids[i]) == pair_of(i));
    }
}

static int compare_ids(const void *a, const void *b) {
    u32 x = *(const u32 *)a, y = *(const u32 *)b;
    return (x > y) - (x < y);
}

// The threads agreed on the ids of 0 .. n-1, and no two numbers have the same.
static void check_ids(const IdWork *work, u64 n) {
    for (u32 k = 1; k < THREADS; k++)
        assert_memory_equal(work[k].ids, work[0].ids, n * sizeof(u32));
    u32 *sorted = mem_alloc(n * sizeof *sorted);
    memcpy(sorted, work[0].ids, n * sizeof *sorted);
    qsort(sorted, n, sizeof *sorted, compare_ids);
    assert_true(n == 0 || sorted[0] >= 1);
    for (u64 i = 1; i < n; i++)
        assert_true(sorted[i - 1] < sorted[i]);
    mem_free(sorted, n * sizeof *sorted);
}

// Lets all threads add the same things in phases and grows the table in between.
static void race_for_ids(void *table, void (*run)(void *), bool (*wants)(void *),
                         void (*grow)(void *)) {
    enum { PHASES = 8, PER_PHASE = 5000, N = PHASES * PER_PHASE };
    IdWork work[THREADS];
    for (u32 i = 0; i < THREADS; i++)
        work[i] = (IdWork){.table = table, .ids = mem_zalloc(N * sizeof(u32))};
    for (u64 phase = 0; phase < PHASES; phase++) {
        for (u32 i = 0; i < THREADS; i++) {
            work[i].from = phase ? phase * PER_PHASE - PER_PHASE / 2 : 0;
            work[i].to = (phase + 1) * PER_PHASE;
        }
        in_threads(run, work, sizeof *work);
        check_ids(work, work[0].to);
        if (wants(table))
            grow(table);
    }
    for (u32 i = 0; i < THREADS; i++)
        mem_free(work[i].ids, N * sizeof(u32));
}

static bool pairs_want(void *m) { return pairmap_wants_growth(m); }
static void pairs_grow(void *m) { pairmap_grow(m, NULL); }

static void racing_pairs_have_one_id(void **state) {
    (void)state;
    u64 before = mem_used();
    PairMap *m = pairmap_new();
    race_for_ids(m, add_pairs, pairs_want, pairs_grow);
    assert_true(IS_TINY || !atomic_load(&m->slots.next));
    pairmap_free(m);
    assert_int_equal(mem_used(), before);
}

// ---- marks --------------------------------------------------------------------------------------

// Of either kind; the other pointer is NULL.
typedef struct Marked {
    KeySet *keys;
    RootSet *roots;
    Marks marks;
    Root (*root_of)(u64 i);
} Marked;

static Root wide_root(u64 i) { return (Root){key_of(i / 3), i % 3 + 1}; }

// Four small numbers, different ones for each i < 2^32.
static Root narrow_root(u64 i) {
    return (Root){(i % 97 + 1) << 32 | (i / 97 % 89 + 1), (u64)7 << 32 | (i / (97 * 89) + 1)};
}

// Now and then one has a large number.
static Root mixed_root(u64 i) {
    Root r = narrow_root(i);
    return i % 1000 == 999 ? (Root){r.low, r.high | (u64)1 << 63} : r;
}

static bool add_marked(Marked *m, u64 i, u32 *id) {
    return m->keys ? keyset_add_marked(m->keys, key_of(i), id)
                   : rootset_add_marked(m->roots, m->root_of(i), id);
}

// The mark says whose it is, wherever the entry moves to.
static void add_and_mark(void *arg) {
    IdWork *w = arg;
    Marked *m = w->table;
    for (u64 i = w->from; i < w->to; i++) {
        add_marked(m, i, &w->ids[i]);
        assert_true(w->ids[i] != 0);
        u32 none = 0;
        if (!atomic_compare_exchange_strong(marks_at(&m->marks, w->ids[i]), &none, (u32)i + 1))
            assert_int_equal(none, i + 1);
    }
}

static bool marked_wants(void *arg) {
    Marked *m = arg;
    return m->keys ? keyset_wants_growth(m->keys) : rootset_wants_growth(m->roots);
}

static void marked_grow(void *arg) {
    Marked *m = arg;
    if (m->keys)
        keyset_grow(m->keys, NULL);
    else
        rootset_grow(m->roots, NULL);
}

// NULL: keys.
static void marks_stay(Root (*root_of)(u64 i)) {
    u64 before = mem_used();
    Marked *m = mem_zalloc(sizeof *m);
    bool is_keys = !root_of;
    m->root_of = root_of;
    if (is_keys)
        m->keys = keyset_new_marked(6, &m->marks);
    else
        m->roots = rootset_new_marked(6, &m->marks);
    race_for_ids(m, add_and_mark, marked_wants, marked_grow);
    u32 n = marks_count(&m->marks), id;
    assert_int_equal(n, is_keys ? keyset_count(m->keys) : rootset_count(m->roots));
    for (u64 i = 0; i < n; i++) {
        assert_false(add_marked(m, i, &id));
        assert_int_equal(*marks_at(&m->marks, id), i + 1);
    }
    keyset_free(m->keys);
    rootset_free(m->roots);
    marks_done(&m->marks);
    mem_free(m, sizeof *m);
    assert_int_equal(mem_used(), before);
}

static void marks_of_keys_stay(void **state) {
    (void)state;
    marks_stay(NULL);
}

static void marks_of_roots_stay(void **state) {
    (void)state;
    marks_stay(wide_root);
    marks_stay(narrow_root);
    marks_stay(mixed_root);
}

// ---- roots --------------------------------------------------------------------------------------

typedef struct Visited {
    u64 n, sum;
} Visited;

static void visit(void *arg, Root key) {
    Visited *v = arg;
    v->n++;
    v->sum += root_hash(key);
}

static void check_roots(RootSet *s, Root (*root_of)(u64 i), u64 n) {
    Visited met = {0}, all = {0};
    for (u64 i = 0; i < n; i++) {
        assert_true(rootset_has(s, root_of(i)) && !rootset_add(s, root_of(i)));
        visit(&all, root_of(i));
    }
    assert_false(rootset_has(s, root_of(n)));
    rootset_visit(s, 1, visit, &met);
    assert_true(met.n == n && met.sum == all.sum && rootset_count(s) == n);
}

// Numbers that are too large for a small set.
static Root large_root(u64 i) {
    return (Root){(i + 40000) << 32 | (i / 3 + 1), (i * 977 % 50000 + 1) << 32 | (i + 1)};
}

static void roots_are_kept(void **state) {
    (void)state;
    enum { N = 60000 };
    Root (*const all[])(u64) = {wide_root, narrow_root, mixed_root, large_root};
    for (u32 k = 0; k < ARRAY_LEN(all); k++) {
        u64 before = mem_used(), checked = 1, most_wide = 0;
        RootSet *s = rootset_new(6);
        for (u64 i = 0; i < N; i++) {
            assert_true(rootset_add(s, all[k](i)));
            if (rootset_wants_growth(s))
                rootset_grow(s, NULL);
            most_wide = tally_sum(&s->wide_meter.count) > most_wide
                            ? tally_sum(&s->wide_meter.count)
                            : most_wide;
            if (i + 1 == checked) {
                check_roots(s, all[k], i + 1);
                checked *= 3;
            }
        }
        check_roots(s, all[k], N);
        u64 nwide = tally_sum(&s->wide_meter.count);
        if (all[k] == narrow_root && !IS_TINY)
            assert_true(nwide == 0 && rootset_bytes(s) < N * 24);
        if (all[k] == wide_root)
            assert_int_equal(nwide, N);
        if (all[k] == mixed_root && !IS_TINY) // a few large ones do not make others wide
            assert_int_equal(nwide, N / 1000);
        if (all[k] == large_root) // they were wide and have become narrow
            assert_true(most_wide > 100 && nwide < most_wide);
        rootset_free(s);
        assert_int_equal(mem_used(), before);
    }
}

// Nobody lets it grow.
static void root_sets_overflow(void **state) {
    (void)state;
    enum { N = 3000 };
    u64 before = mem_used();
    RootSet *s = rootset_new(6);
    for (u64 i = 0; i < N; i++)
        assert_true(rootset_add(s, narrow_root(i)));
    check_roots(s, narrow_root, N);
    rootset_grow(s, NULL);
    check_roots(s, narrow_root, N);
    rootset_free(s);
    assert_int_equal(mem_used(), before);
}

// States of a program without memory and threads: `extra` is all that tells them apart, and the
// tree is one line.
enum { NSTATES = 20000, STATE_WORDS = VECTOR_HEAD + 4 };

typedef struct StoreWork {
    StateStore *store;
    StateHandle *handles;
    u32 bit, nnew;
} StoreWork;

static void add_states(void *arg) {
    StoreWork *w = arg;
    StateView *v = view_new(w->store);
    for (u32 i = 0; i < NSTATES; i++) {
        StateWord state[STATE_WORDS] = {0};
        vector_set_head(state, 0, 0, STATE_WORDS, false);
        vector_set_id(state, 0, i + 1);
        w->nnew += view_add_marked(v, state, &w->handles[i]);
        u32 before = atomic_fetch_or(state_mark(w->store, w->handles[i]), w->bit);
        assert_int_equal(before & w->bit, 0);
    }
    view_free(v);
}

static void check_marks(const StoreWork *work, u32 all) {
    StateStore *s = work->store;
    u32 n = 0;
    for (u32 i = 0; i < NSTATES; i++)
        assert_int_equal(atomic_exchange(state_mark(s, work->handles[i]), 0), all);
    for (u32 k = 0; k < THREADS; k++) {
        n += work[k].nnew;
        assert_memory_equal(work[k].handles, work->handles, NSTATES * sizeof(StateHandle));
    }
    assert_int_equal(n, NSTATES);
}

// Several workers add the same states and mark them, while the tables grow.
static void marks_of_states_stay(void **state) {
    (void)state;
    const StoreKind kinds[] = {STORE_EXACT, STORE_AUTO, STORE_COMPACT};
    Program p = {0};
    u64 before = mem_used();
    for (u32 i = 0; i < ARRAY_LEN(kinds); i++) {
        StateStore *s = state_new(&p, &(StoreOptions){.kind = kinds[i], .has_marks = true});
        StoreWork work[THREADS];
        for (u32 k = 0; k < THREADS; k++)
            work[k] = (StoreWork){s, mem_alloc(NSTATES * sizeof(StateHandle)), 1u << k, 0};
        in_threads(add_states, work, sizeof *work);
        check_marks(work, (1u << THREADS) - 1);
        assert_int_equal(state_last_handle(s), NSTATES);
        if (kinds[i] == STORE_AUTO) { // what was folded is found again
            state_compact(s);
            in_threads(add_states, work, sizeof *work);
            check_marks(work, (1u << THREADS) - 1);
        }
        for (u32 k = 0; k < THREADS; k++)
            mem_free(work[k].handles, NSTATES * sizeof(StateHandle));
        state_free(s);
    }
    assert_int_equal(mem_used(), before);
}

// ---- blocks -------------------------------------------------------------------------------------

typedef struct TestBlock {
    Block head;
    u64 data[32];
} TestBlock;

// Contents and size depend on i; blocks of different i differ.
static const Block *block_of(TestBlock *b, u64 i) {
    *b = (TestBlock){.head = {.size = (u32)(8 + i % 31 * 8), .kind = 1, .site = (u32)(i % 3)}};
    for (u32 k = 0; k < b->head.size / 8; k++)
        b->data[k] = i;
    return &b->head;
}

static void check_block(const Blocks *b, u32 id, u64 i) {
    TestBlock want;
    const Block *have = blocks_get(b, id);
    block_of(&want, i);
    assert_int_equal(block_bytes(have), block_bytes(&want.head));
    assert_memory_equal(have, &want, block_bytes(have));
}

static void blocks_are_kept(void **state) {
    (void)state;
    enum { N = 50000 };
    u64 before = mem_used();
    Blocks *b = blocks_new();
    TestBlock t;
    const Block *first = NULL;
    for (u64 i = 0; i < N; i++) {
        assert_int_equal(blocks_id(b, block_of(&t, i)), i + 1);
        first = first ? first : blocks_get(b, 1);
        if (blocks_want_growth(b)) {
            blocks_grow(b, NULL);
            assert_false(blocks_want_growth(b));
        }
    }
    for (u64 i = 0; i < N; i++) {
        assert_int_equal(blocks_id(b, block_of(&t, i)), i + 1);
        check_block(b, (u32)i + 1, i);
    }
    assert_ptr_equal(blocks_get(b, 1), first);
    assert_true(blocks_bytes(b) <= mem_used() - before);
    blocks_free(b);
    blocks_free(NULL);
    assert_int_equal(mem_used(), before);
}

static void big_blocks_are_kept(void **state) {
    (void)state;
    u64 before = mem_used();
    Blocks *b = blocks_new();
    u32 sizes[] = {0, 8, 30000, 33000, 100000, 262144, 3000000};
    for (u32 turn = 0; turn < 2; turn++) {
        for (u32 i = 0; i < ARRAY_LEN(sizes); i++) {
            size_t n = sizeof(Block) + sizes[i];
            Block *block = mem_zalloc(n);
            block->size = sizes[i];
            memset(block + 1, (int)i, sizes[i]);
            u32 id = blocks_id(b, block);
            assert_int_equal(id, i + 1);
            assert_memory_equal(blocks_get(b, id), block, n);
            mem_free(block, n);
        }
    }
    assert_true(blocks_bytes(b) > 3000000 && blocks_bytes(b) <= mem_used() - before);
    blocks_free(b);
    assert_int_equal(mem_used(), before);
}

static void add_blocks(void *arg) {
    IdWork *w = arg;
    TestBlock t;
    for (u64 i = w->from; i < w->to; i++) {
        w->ids[i] = blocks_id(w->table, block_of(&t, i));
        check_block(w->table, w->ids[i], i);
    }
}

static bool blocks_want(void *b) { return blocks_want_growth(b); }
static void grow_blocks(void *b) { blocks_grow(b, NULL); }

static void racing_blocks_have_one_id(void **state) {
    (void)state;
    u64 before = mem_used();
    Blocks *b = blocks_new();
    race_for_ids(b, add_blocks, blocks_want, grow_blocks);
    assert_true(IS_TINY || !atomic_load(&b->slots.next));
    blocks_free(b);
    assert_int_equal(mem_used(), before);
}

// ---- bits ---------------------------------------------------------------------------------------

static void bits_remember(void **state) {
    (void)state;
    enum { N = 20000 };
    u64 before = mem_used();
    Bitstate *b = bitstate_new(1 << 20, 3);
    assert_int_equal(bitstate_bytes(b), 1 << 20);
    assert_true(bitstate_coverage(b) == 1);
    u64 nnew = 0;
    for (u64 i = 0; i < N; i++)
        nnew += bitstate_add(b, i);
    for (u64 i = 0; i < N; i++)
        assert_false(bitstate_add(b, i));
    assert_int_equal(bitstate_count(b), nnew);
    assert_true(nnew >= N - 2);
    assert_true(bitstate_coverage(b) > 0.9999 && bitstate_coverage(b) <= 1);
    bitstate_free(b);
    bitstate_free(NULL);
    assert_int_equal(mem_used(), before);
}

// What is estimated is what happens, from nearly empty to overfull.
static void coverage_is_estimated_well(void **state) {
    (void)state;
    enum { BYTES = 1 << 14, BITS = BYTES * 8 };
    u32 ks[] = {1, 2, 3, 7, 16};
    for (u32 j = 0; j < ARRAY_LEN(ks); j++) {
        Bitstate *b = bitstate_new(BYTES, ks[j]);
        u64 n = 0;
        for (u32 part = 1; part <= 32; part *= 2) {
            for (; n < (u64)BITS * part / 16 / ks[j]; n++)
                bitstate_add(b, hash_mix(n) + ks[j]);
            double real = (double)bitstate_count(b) / (double)n;
            assert_true(fabs(bitstate_coverage(b) - real) < 0.01);
        }
        bitstate_free(b);
    }
}

static void full_arrays_cover_nothing(void **state) {
    (void)state;
    Bitstate *b = bitstate_new(1, 2);
    assert_int_equal(bitstate_bytes(b), 64);
    for (u64 i = 0; i < 100000; i++)
        bitstate_add(b, i);
    assert_true(bitstate_count(b) <= 512);
    assert_true(bitstate_coverage(b) > 0 && bitstate_coverage(b) < 0.3);
    assert_false(bitstate_add(b, 123456789));
    bitstate_free(b);
}

typedef struct BitWork {
    Bitstate *bits;
    u64 n, nnew;
    u8 *is_new;
} BitWork;

static void add_bits(void *arg) {
    BitWork *w = arg;
    for (u64 i = 0; i < w->n; i++) {
        w->is_new[i] = bitstate_add(w->bits, i);
        w->nnew += w->is_new[i];
        assert_false(bitstate_add(w->bits, i));
    }
}

static void racing_bits_are_new_to_somebody(void **state) {
    (void)state;
    enum { N = 30000 };
    Bitstate *b = bitstate_new(1 << 22, 3);
    BitWork work[THREADS];
    for (u32 i = 0; i < THREADS; i++)
        work[i] = (BitWork){.bits = b, .n = N, .is_new = mem_zalloc(N)};
    in_threads(add_bits, work, sizeof *work);
    u64 sum = 0, somebody = 0;
    for (u64 i = 0; i < N; i++)
        somebody += work[0].is_new[i] | work[1].is_new[i] | work[2].is_new[i] | work[3].is_new[i];
    for (u32 i = 0; i < THREADS; i++) {
        sum += work[i].nnew;
        mem_free(work[i].is_new, N);
    }
    assert_int_equal(bitstate_count(b), sum);
    assert_true(somebody >= N - 5); // 1e-7 of them are omitted by chance
    bitstate_free(b);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(keys_are_kept),
        cmocka_unit_test(key_sets_grow),
        cmocka_unit_test(key_sets_overflow),
        cmocka_unit_test(large_sets_are_dense),
        cmocka_unit_test(racing_keys_are_new_once),
        cmocka_unit_test(pairs_have_dense_ids),
        cmocka_unit_test(pair_maps_overflow),
        cmocka_unit_test(racing_pairs_have_one_id),
        cmocka_unit_test(marks_of_keys_stay),
        cmocka_unit_test(marks_of_roots_stay),
        cmocka_unit_test(marks_of_states_stay),
        cmocka_unit_test(roots_are_kept),
        cmocka_unit_test(root_sets_overflow),
        cmocka_unit_test(blocks_are_kept),
        cmocka_unit_test(big_blocks_are_kept),
        cmocka_unit_test(racing_blocks_have_one_id),
        cmocka_unit_test(bits_remember),
        cmocka_unit_test(coverage_is_estimated_well),
        cmocka_unit_test(full_arrays_cover_nothing),
        cmocka_unit_test(racing_bits_are_new_to_somebody),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
