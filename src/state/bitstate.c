// SPDX-License-Identifier: Apache-2.0
// Bitstate hashing: of a state only k bits are kept, at k places of one large array. A state all of
// whose bits are set already is taken for seen, which may be wrong: a search with this store proves
// nothing, it only finds. (Holzmann: An analysis of bitstate hashing, 1998; Dillinger, Manolios:
// Bloom filters in probabilistic verification, FMCAD 2004, also for double hashing.)
//
// Coverage. If the states met come to the array in any order, the x-th of them finds a part f(x) of
// the bits set and is omitted with probability f(x)^k; it sets k (1 - f(x)) bits on average. Hence
// f(x) = 1 - exp(-k x / bits), and the mean of 1 - f^k over a run that ends with a part F of the
// bits set is
//
//     coverage = (F + F^2/2 + ... + F^k/k) / -ln(1 - F)
//
// F is known exactly, so nothing else must be recorded during the run.
#include "state/tables.h"

#include <math.h>

enum { MAX_BITS = 16 };

struct Bitstate {
    _Atomic u64 *words;
    u64 bytes;
    u32 k;
    Tally count; // states added as new
    Tally set;   // bits set
};

Bitstate *bitstate_new(u64 bytes, u32 k) {
    ENSURE(k >= 1 && k <= MAX_BITS);
    Bitstate *b = mem_zalloc(sizeof *b);
    b->bytes = bytes < LINE_BYTES ? LINE_BYTES : (bytes + LINE_BYTES - 1) / LINE_BYTES * LINE_BYTES;
    b->k = k;
    b->words = mem_zalloc_large(b->bytes);
    ENSURE(b->bytes >= bytes && b->bytes % LINE_BYTES == 0);
    tally_init(&b->count, true);
    tally_init(&b->set, true);
    return b;
}

void bitstate_free(Bitstate *b) {
    if (!b)
        return;
    ENSURE(tally_sum(&b->count) <= tally_sum(&b->set));
    mem_free_large(b->words, b->bytes);
    tally_done(&b->count);
    tally_done(&b->set);
    mem_free(b, sizeof *b);
}

u64 bitstate_count(const Bitstate *b) { return tally_sum(&b->count); }

u64 bitstate_bytes(const Bitstate *b) { return b->bytes; }

double bitstate_coverage(const Bitstate *b) {
    double bits = (double)b->bytes * 8, fill = (double)tally_sum(&b->set) / bits;
    ENSURE(fill >= 0 && fill <= 1);
    if (fill <= 0)
        return 1;
    if (fill > 1 - 0.5 / bits)
        fill = 1 - 0.5 / bits; // all are set: the logarithm must stay finite
    double sum = 0, power = 1;
    for (u32 i = 1; i <= b->k; i++) {
        power *= fill;
        sum += power / i;
    }
    double coverage = sum / -log1p(-fill);
    ENSURE(coverage >= 0);
    return coverage < 1 ? coverage : 1;
}

// For the checking build.
static bool has_all(const Bitstate *b, const u64 *at) {
    u32 i = 0;
    while (i < b->k &&
           (atomic_load_explicit(&b->words[at[i] / 64], memory_order_relaxed) >> at[i] % 64 & 1))
        i++;
    return i == b->k;
}

bool bitstate_add(Bitstate *b, u64 hash) {
    u64 at[MAX_BITS], where = hash_mix(hash), step = hash_mix(where + 1) | 1;
    for (u32 i = 0; i < b->k; i++, where += step) {
        at[i] = (u64)((unsigned __int128)where * (b->bytes * 8) >> 64);
        CHECK(at[i] < b->bytes * 8);
        __builtin_prefetch((const void *)&b->words[at[i] / 64]); // all k misses at once
    }
    u64 nset = 0;
    for (u32 i = 0; i < b->k; i++) {
        _Atomic u64 *word = &b->words[at[i] / 64];
        u64 bit = (u64)1 << at[i] % 64;
        if (!(atomic_load_explicit(word, memory_order_relaxed) & bit))
            nset += !(atomic_fetch_or_explicit(word, bit, memory_order_relaxed) & bit);
    }
    CHECK(has_all(b, at));
    if (!nset)
        return false;
    CHECK(nset <= b->k);
    tally_add(&b->set, nset);
    tally_add(&b->count, 1);
    return true;
}
