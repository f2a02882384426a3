// SPDX-License-Identifier: Apache-2.0
// What other threads may still access. An access to a location that no other thread can access any
// more, or a load from one that no other thread can write any more, moves left past everything that
// others can do from now on. (Persistent sets from static knowledge: Godefroid, Partial-order
// methods for the verification of concurrent systems, 1996.)
//
// The knowledge is static, per instruction (analysis/future.c); which instructions the other
// threads stand at is not. Sets are kept once each and known by number, so that a step can be
// remembered together with the number it depended on.
#include "reduce/reduce.h"
#include "base/table.h"
#include "vm/look.h"

#include <string.h>

enum { MOST_SETS = 1 << 14, UNIONS = IS_TINY ? 2 : 1 << 12 };

typedef struct Union {       // left | right = result, by number
    u32 left, right, result; // left is 0 when empty
} Union;

struct Foresight {
    const Future *future;
    u32 words; // of a set: reads and writes
    u64 *sets; // number n is at (n - 1) * words; number 1 is the empty set
    u32 nsets, sets_cap;
    u64 *everything; // when there are too many sets
    u64 *scratch;
    Union *unions;
    Table threads; // from the id of a thread's block to the number of its set
    u32 observed;  // the number of the set of what is looked at in every state
};

#define EVERYTHING MOST_SETS // the number of the set that has all

Foresight *foresight_new(const Future *f) {
    Foresight *s = mem_zalloc_apart(sizeof *s);
    ENSURE(future_words(f) > 0);
    s->future = f;
    s->words = 2 * future_words(f);
    s->everything = mem_alloc(s->words * sizeof(u64));
    memset(s->everything, 0xff, s->words * sizeof(u64));
    s->scratch = mem_zalloc(s->words * sizeof(u64));
    s->unions = mem_zalloc(UNIONS * sizeof *s->unions);
    VEC_RESERVE(s->sets, 0, s->sets_cap, s->words);
    memset(s->sets, 0, s->words * sizeof(u64));
    ENSURE(s->sets_cap >= s->words);
    s->nsets = s->observed = 1;
    return s;
}

void foresight_free(Foresight *s) {
    if (!s)
        return;
    ENSURE(s->nsets > 0 && s->nsets < EVERYTHING);
    mem_free(s->everything, s->words * sizeof(u64));
    mem_free(s->scratch, s->words * sizeof(u64));
    mem_free(s->unions, UNIONS * sizeof *s->unions);
    table_done(&s->threads);
    VEC_FREE(s->sets, s->sets_cap);
    mem_free(s, sizeof *s);
}

// ---- sets ---------------------------------------------------------------------------------------

static bool is_number(const Foresight *s, u32 n) {
    return (n > 0 && n <= s->nsets) || n == EVERYTHING;
}

static const u64 *set_of(const Foresight *s, u32 n) {
    CHECK(is_number(s, n));
    return n == EVERYTHING ? s->everything : s->sets + (u64)(n - 1) * s->words;
}

// Whether the set with one number has all that the other has.
static bool contains(const Foresight *s, u32 large, u32 small) {
    const u64 *a = set_of(s, large), *b = set_of(s, small);
    bool has_all = true;
    for (u32 i = 0; i < s->words && has_all; i++)
        has_all = !(b[i] & ~a[i]);
    return has_all;
}

// The number of the set in the scratch.
static u32 number_of_scratch(Foresight *s) {
    ENSURE(s->nsets < EVERYTHING && (u64)s->nsets * s->words <= s->sets_cap);
    for (u32 n = s->nsets; n > 0; n--)
        if (memcmp(set_of(s, n), s->scratch, s->words * sizeof(u64)) == 0)
            return n;
    if (s->nsets + 1 >= MOST_SETS)
        return EVERYTHING;
    VEC_RESERVE(s->sets, s->nsets * s->words, s->sets_cap, s->words);
    memcpy(s->sets + (u64)s->nsets * s->words, s->scratch, s->words * sizeof(u64));
    return ++s->nsets;
}

static u32 unite(Foresight *s, u32 left, u32 right) {
    if (left == right || right == 1 || left == EVERYTHING)
        return left;
    if (left == 1 || right == EVERYTHING)
        return right;
    Union *u = &s->unions[(left * 31 + right) % UNIONS];
    if (u->left == left && u->right == right) {
        CHECK(contains(s, u->result, left) && contains(s, u->result, right));
        return u->result;
    }
    const u64 *a = set_of(s, left), *b = set_of(s, right);
    for (u32 i = 0; i < s->words; i++)
        s->scratch[i] = a[i] | b[i];
    *u = (Union){left, right, number_of_scratch(s)};
    CHECK(contains(s, u->result, left) && contains(s, u->result, right));
    return u->result;
}

// ---- threads ------------------------------------------------------------------------------------

void foresight_observe(Foresight *s, const Program *p, FuncId f) {
    ENSURE(f < p->nfuncs && s->threads.n == 0);
    const u64 *seen = future_of(s->future, f, p->funcs[f].start), *before = set_of(s, s->observed);
    for (u32 k = 0; k < s->words; k++)
        s->scratch[k] = before[k] | seen[k];
    s->observed = number_of_scratch(s);
}

static u32 set_of_frames(Foresight *s, const Thread *t) {
    ENSURE(t->form == THREAD_LIVE && t->nframes > 0);
    memset(s->scratch, 0, s->words * sizeof(u64));
    for (u32 i = 0; i < t->nframes; i++) {
        const u64 *frame = future_of(s->future, t->frames[i].func, t->frames[i].pc);
        for (u32 k = 0; k < s->words; k++)
            s->scratch[k] |= frame[k];
    }
    return number_of_scratch(s);
}

void foresight_learn(Foresight *s, Vm *vm) {
    for (ThreadId t = 0; t < vm_nthreads(vm); t++) {
        CHECK(vm_thread(vm, t)->id); // it has a block in the store
        u32 *set = table_add(&s->threads, vm_thread(vm, t)->id, PLAIN_KEY);
        if (!*set)
            *set = set_of_frames(s, vm_live(vm, t));
        CHECK(is_number(s, *set));
    }
}

bool foresight_look(Foresight *s, const u32 *blocks, u32 nthreads, u32 *others) {
    u32 sets[MAX_THREADS], before = s->observed, after = 1;
    ENSURE(nthreads <= MAX_THREADS);
    for (ThreadId t = 0; t < nthreads; t++) {
        if (!table_find(&s->threads, blocks[t], PLAIN_KEY, &sets[t]))
            return false;
        CHECK(is_number(s, sets[t]));
        others[t] = before;
        before = unite(s, before, sets[t]);
    }
    for (ThreadId t = nthreads; t-- > 0;) {
        others[t] = unite(s, others[t], after);
        CHECK(contains(s, others[t], after));
        CHECK(t == 0 || contains(s, others[t], sets[t - 1]));
        after = unite(s, after, sets[t]);
    }
    return true;
}

// ---- what is in a set ---------------------------------------------------------------------------

// Also of what the analysis does not tell apart.
static bool has(const Foresight *s, const u64 *set, ObjId obj) {
    u32 location = future_location(s->future, obj);
    ENSURE(location == FUTURE_NOWHERE || location / 64 < s->words / 2);
    return location == FUTURE_NOWHERE || (set[location / 64] >> (location % 64) & 1);
}

bool foresight_reads(const Foresight *s, u32 others, ObjId obj) {
    return has(s, set_of(s, others), obj);
}

bool foresight_writes(const Foresight *s, u32 others, ObjId obj) {
    return has(s, set_of(s, others) + s->words / 2, obj);
}

// Whether the access conflicts with nothing in the set. SOUND: a thread that begins is a write of
// its handle, and otherwise enables itself and nobody else; other releases are not only about the
// memory that they name.
static bool passes(const Foresight *s, const u64 *set, const Access *a) {
    bool is_left_out = a->is_end || (a->is_release && !a->is_begin);
    bool is_write = a->is_write || a->is_begin;
    return !is_left_out && !has(s, set + s->words / 2, a->obj) &&
           !(is_write && has(s, set, a->obj));
}

bool foresight_passes(const Foresight *s, u32 others, const Access *a) {
    return passes(s, set_of(s, others), a);
}

bool foresight_passes_thread(const Foresight *s, const Thread *t, const Access *a) {
    ENSURE(t->form == THREAD_LIVE && t->nframes > 0);
    bool does = true;
    for (u32 i = 0; i < t->nframes && does; i++)
        does = passes(s, future_of(s->future, t->frames[i].func, t->frames[i].pc), a);
    return does;
}
