// SPDX-License-Identifier: Apache-2.0
// Which accesses happen before which, for programs with atomics weaker than seq_cst. Not clocks,
// which would count for ever, but sets (after Elmas, Qadeer, Tasiran: Goldilocks, PLDI 2007): for
// each access that may still race, who knows that it has happened. That are threads, for whose next
// access it has; threads at their last release fence; threads that need an acquire fence first; and
// values in memory that a release sequence (C11 5.1.2.4p10) ends with, one for each thread that
// heads one, since only its own stores go on with it.
//
// The canonical form is without accesses that all threads know of, without those that another one
// stands for, without values that hand nothing on; neighbouring bytes of which the same is known
// are one; all is sorted. doc/reductions.md says why nothing that is left out matters.
#include "vm/known.h"

#include <stdlib.h>
#include <string.h>

// A deed while they are sorted, with its set of so many words.
typedef struct SortedDeed {
    Deed deed;
    const u64 *set;
    u32 words;
    bool is_left_out;
} SortedDeed;

_Static_assert(sizeof(Deed) == 6 * sizeof(u32) && sizeof(Carrier) == 4 * sizeof(u32),
               "bytes of a state, and compared: no padding");
_Static_assert(KNOWN_NOW == 0 && KNOWN_AT_FENCE < 3 && KNOWN_AFTER_FENCE < 3 && KNOWN_CARRIED == 3,
               "three parts for threads, and one behind them for carriers");

static u32 stride(const Known *k) {
    CHECK(k->thread_words > 0 && k->carrier_words > 0);
    return 3 * k->thread_words + k->carrier_words;
}

void known_done(Known *k) {
    VEC_FREE(k->deeds, k->deeds_cap);
    VEC_FREE(k->carriers, k->carriers_cap);
    VEC_FREE(k->sets, k->sets_cap);
    VEC_FREE(k->spare, k->spare_cap);
    VEC_FREE(k->sorted, k->sorted_cap);
    VEC_FREE(k->places, k->places_cap);
    VEC_FREE(k->packed, k->packed_cap);
}

static u32 words_for(u32 n) { return n ? (n + 63) / 64 : 1; }

void known_clear(Known *k, u32 nthreads) {
    ENSURE(nthreads <= MAX_THREADS);
    k->ndeeds = k->ncarriers = 0;
    k->nthreads = nthreads;
    k->thread_words = words_for(nthreads);
    k->carrier_words = 1;
}

// ---- sets ---------------------------------------------------------------------------------------

static u64 *set_of(const Known *k, u32 deed) {
    CHECK(deed < k->ndeeds);
    return k->sets + (size_t)deed * stride(k);
}

static u64 *word_of(const Known *k, u32 deed, u32 part, u32 i) {
    CHECK(part <= KNOWN_CARRIED);
    CHECK(i < (part == KNOWN_CARRIED ? k->ncarriers : k->nthreads));
    return set_of(k, deed) + part * k->thread_words + i / 64;
}

bool known_has(const Known *k, u32 deed, u32 part, u32 i) {
    return *word_of(k, deed, part, i) >> (i % 64) & 1;
}

void known_add(Known *k, u32 deed, u32 part, u32 i) {
    *word_of(k, deed, part, i) |= 1ull << (i % 64);
}

static void take(Known *k, u32 deed, u32 part, u32 i) {
    *word_of(k, deed, part, i) &= ~(1ull << (i % 64));
}

// Whether a part of a set, of so many words, has nothing from the n-th bit on.
static bool is_within(const u64 *part, u32 words, u32 n) {
    u32 i = n;
    while (i < 64 * words && !(part[i / 64] >> (i % 64) & 1))
        i++;
    return i >= 64 * words;
}

static bool is_deed_formed(const Known *k, u32 deed) {
    const Deed *d = &k->deeds[deed];
    const u64 *set = set_of(k, deed);
    bool is_good = d->obj && d->size > 0 && d->off + d->size > d->off &&
                   d->kind <= (DEED_WRITE | DEED_ATOMIC) && !d->pc == !d->serial;
    for (u32 part = 0; part < 3; part++)
        is_good = is_good && is_within(set + part * k->thread_words, k->thread_words, k->nthreads);
    return is_good && is_within(set + 3 * k->thread_words, k->carrier_words, k->ncarriers);
}

static bool is_carrier_formed(const Known *k, const Carrier *c) {
    return c->obj && c->size > 0 && c->off + c->size > c->off &&
           (c->head == HEAD_NOBODY || c->head < k->nthreads);
}

bool known_is_formed(const Known *k) {
    bool is_good = k->nthreads <= MAX_THREADS && k->nthreads <= 64 * k->thread_words &&
                   k->ncarriers <= 64 * k->carrier_words;
    for (u32 d = 0; d < k->ndeeds && is_good; d++)
        is_good = is_deed_formed(k, d);
    for (u32 c = 0; c < k->ncarriers && is_good; c++)
        is_good = is_carrier_formed(k, &k->carriers[c]);
    return is_good;
}

void known_join(Known *k, u32 from_part, u32 from, u32 to_part, u32 to) {
    for (u32 d = 0; d < k->ndeeds; d++)
        if (known_has(k, d, from_part, from))
            known_add(k, d, to_part, to);
}

// What was made in the spare ones are the sets now.
static void swap_sets(Known *k) {
    u64 *sets = k->sets;
    u32 cap = k->sets_cap;
    k->sets = k->spare;
    k->sets_cap = k->spare_cap;
    k->spare = sets;
    k->spare_cap = cap;
}

// Sets with room for more threads or carriers.
static void widen(Known *k, u32 thread_words, u32 carrier_words) {
    ENSURE(thread_words >= k->thread_words && carrier_words >= k->carrier_words);
    ENSURE(thread_words > k->thread_words || carrier_words > k->carrier_words);
    u32 wide = 3 * thread_words + carrier_words;
    VEC_RESERVE(k->spare, 0, k->spare_cap, k->ndeeds * wide + 1);
    memset(k->spare, 0, (size_t)k->ndeeds * wide * sizeof *k->spare);
    for (u32 d = 0; d < k->ndeeds; d++) {
        const u64 *old = set_of(k, d);
        u64 *new = k->spare + (size_t)d *wide;
        for (u32 part = 0; part < 3; part++)
            memcpy(new + part *thread_words, old + part * k->thread_words,
                   k->thread_words * sizeof *old);
        memcpy(new + 3 * thread_words, old + 3 * k->thread_words, k->carrier_words * sizeof *old);
    }
    swap_sets(k);
    k->thread_words = thread_words;
    k->carrier_words = carrier_words;
    ENSURE(k->nthreads <= 64 * thread_words && k->ncarriers <= 64 * carrier_words);
}

// ---- deeds --------------------------------------------------------------------------------------

// A deed of which nobody knows yet.
static u32 add_deed(Known *k, Deed d) {
    ENSURE(d.size > 0);
    CHECK(d.obj && d.off + d.size > d.off && d.kind <= (DEED_WRITE | DEED_ATOMIC));
    VEC_PUSH(k->deeds, k->ndeeds, k->deeds_cap) = d;
    VEC_RESERVE(k->sets, (k->ndeeds - 1) * stride(k), k->sets_cap, stride(k));
    memset(set_of(k, k->ndeeds - 1), 0, stride(k) * sizeof(u64));
    return k->ndeeds - 1;
}

void known_record(Known *k, Deed d, ThreadId t) {
    ENSURE(t < k->nthreads);
    known_add(k, add_deed(k, d), KNOWN_NOW, t);
}

void known_drop(Known *k, u32 deed) {
    ENSURE(deed < k->ndeeds);
    u32 last = k->ndeeds - 1;
    if (deed != last) {
        k->deeds[deed] = k->deeds[last];
        memcpy(set_of(k, deed), set_of(k, last), stride(k) * sizeof(u64));
    }
    k->ndeeds--;
}

void known_take_away(Known *k, u32 deed, u32 off, u32 size) {
    ENSURE(deed < k->ndeeds);
    Deed d = k->deeds[deed];
    u32 end = d.off + d.size, from = off > d.off ? off : d.off;
    u32 to = off + size < end ? off + size : end;
    ENSURE(from < to);
    if (to < end) {
        Deed rest = d;
        rest.off = to;
        rest.size = end - to;
        u32 i = add_deed(k, rest);
        memcpy(set_of(k, i), set_of(k, deed), stride(k) * sizeof(u64));
    }
    ENSURE(d.off <= from && to <= end); // what is taken away is a part of it
    k->deeds[deed].size = from - d.off;
    if (from == d.off)
        known_drop(k, deed);
}

// ---- carriers -----------------------------------------------------------------------------------

u32 known_carrier(Known *k, Carrier c) {
    CHECK(is_carrier_formed(k, &c));
    for (u32 i = 0; i < k->ncarriers; i++)
        if (memcmp(&k->carriers[i], &c, sizeof c) == 0)
            return i;
    if (k->ncarriers == 64 * k->carrier_words)
        widen(k, k->thread_words, 2 * k->carrier_words);
    VEC_PUSH(k->carriers, k->ncarriers, k->carriers_cap) = c;
    for (u32 d = 0; d < k->ndeeds; d++)
        take(k, d, KNOWN_CARRIED, k->ncarriers - 1);
    return k->ncarriers - 1;
}

void known_drop_carrier(Known *k, u32 carrier) {
    ENSURE(carrier < k->ncarriers);
    u32 last = k->ncarriers - 1;
    for (u32 d = 0; d < k->ndeeds; d++) {
        bool has = known_has(k, d, KNOWN_CARRIED, last);
        take(k, d, KNOWN_CARRIED, last);
        take(k, d, KNOWN_CARRIED, carrier);
        if (has && carrier != last)
            known_add(k, d, KNOWN_CARRIED, carrier);
    }
    k->carriers[carrier] = k->carriers[last];
    k->ncarriers--;
    CHECK(known_is_formed(k));
}

// Whether anything is known of the object.
static bool is_object_known(const Known *k, ObjId obj) {
    bool is_known = false;
    for (u32 d = 0; d < k->ndeeds; d++)
        is_known = is_known || k->deeds[d].obj == obj;
    for (u32 c = 0; c < k->ncarriers; c++)
        is_known = is_known || k->carriers[c].obj == obj;
    return is_known;
}

void known_forget(Known *k, ObjId obj) {
    for (u32 d = k->ndeeds; d-- > 0;)
        if (k->deeds[d].obj == obj)
            known_drop(k, d);
    for (u32 c = k->ncarriers; c-- > 0;)
        if (k->carriers[c].obj == obj)
            known_drop_carrier(k, c);
    CHECK(!is_object_known(k, obj));
}

// ---- threads ------------------------------------------------------------------------------------

void known_thread_begins(Known *k, ThreadId creator) {
    ENSURE(creator == THREAD_NONE || creator < k->nthreads);
    ENSURE(k->nthreads < MAX_THREADS);
    ThreadId t = k->nthreads++;
    if (k->nthreads > 64 * k->thread_words)
        widen(k, 2 * k->thread_words, k->carrier_words);
    for (u32 d = 0; d < k->ndeeds; d++)
        if (creator == THREAD_NONE || known_has(k, d, KNOWN_NOW, creator))
            known_add(k, d, KNOWN_NOW, t);
    CHECK(known_is_formed(k));
}

void known_thread_ends(Known *k, ThreadId t) {
    ENSURE(t < k->nthreads);
    for (u32 d = 0; d < k->ndeeds; d++) {
        for (u32 part = 0; part < 3; part++) {
            for (ThreadId i = t; i + 1 < k->nthreads; i++) {
                bool has = known_has(k, d, part, i + 1);
                take(k, d, part, i);
                if (has)
                    known_add(k, d, part, i);
            }
            take(k, d, part, k->nthreads - 1);
        }
    }
    for (u32 c = 0; c < k->ncarriers; c++) {
        ThreadId *head = &k->carriers[c].head;
        if (*head != HEAD_NOBODY && *head >= t)
            *head = *head == t ? HEAD_NOBODY : *head - 1;
    }
    k->nthreads--;
    CHECK(known_is_formed(k));
}

void known_renumber(Known *k, ObjId first, const u32 *map, u32 n) {
    for (u32 d = k->ndeeds; d-- > 0;) {
        ObjId *obj = &k->deeds[d].obj;
        if (*obj < first)
            continue;
        u32 to = *obj - first < n ? map[*obj - first] : 0;
        ENSURE(to <= n);
        if (to)
            *obj = first + to - 1;
        else
            known_drop(k, d);
    }
    for (u32 c = k->ncarriers; c-- > 0;) {
        ObjId *obj = &k->carriers[c].obj;
        if (*obj < first)
            continue;
        u32 to = *obj - first < n ? map[*obj - first] : 0;
        ENSURE(to <= n);
        if (to)
            *obj = first + to - 1;
        else
            known_drop_carrier(k, c);
    }
    CHECK(known_is_formed(k));
}

// ---- the canonical form -------------------------------------------------------------------------

static bool all_know(const Known *k, u32 deed) {
    ThreadId t = 0;
    while (t < k->nthreads && known_has(k, deed, KNOWN_NOW, t))
        t++;
    return t == k->nthreads;
}

static void drop_what_all_know(Known *k) {
    for (u32 d = k->ndeeds; d-- > 0;) {
        if (all_know(k, d)) {
            known_drop(k, d);
            continue;
        }
        u64 *set = set_of(k, d); // who knows already gains nothing from a fence
        for (u32 i = 0; i < k->thread_words; i++)
            set[KNOWN_AFTER_FENCE * k->thread_words + i] &= ~set[i];
    }
}

static int compare_words(const u32 *a, const u32 *b, u32 n) {
    for (u32 i = 0; i < n; i++)
        if (a[i] != b[i])
            return a[i] < b[i] ? -1 : 1;
    return 0;
}

static int compare_carriers(const void *left, const void *right) {
    const Carrier *a = left, *b = right;
    return compare_words((u32[]){a->obj, a->off, a->size, a->head},
                         (u32[]){b->obj, b->off, b->size, b->head}, 4);
}

// Whether they are in order; two that are equal only if that is said.
static bool carriers_ascend(const Known *k, bool may_be_equal) {
    u32 c = 1;
    while (c < k->ncarriers &&
           compare_carriers(&k->carriers[c - 1], &k->carriers[c]) < (may_be_equal ? 1 : 0))
        c++;
    return c >= k->ncarriers;
}

static bool is_carrying(const Known *k, u32 carrier) {
    u32 d = 0;
    while (d < k->ndeeds && !known_has(k, d, KNOWN_CARRIED, carrier))
        d++;
    return d < k->ndeeds;
}

static bool all_carry(const Known *k) {
    u32 c = 0;
    while (c < k->ncarriers && is_carrying(k, c))
        c++;
    return c == k->ncarriers;
}

// Insertion: they are nearly always sorted. Equal ones become one.
static void order_carriers(Known *k) {
    VEC_RESERVE(k->places, 0, k->places_cap, k->ncarriers + 1);
    Carrier *all = k->carriers; // the first i are sorted; places[i]: its old index
    for (u32 i = 0; i < k->ncarriers; i++) {
        Carrier c = all[i];
        u32 at = i;
        for (; at > 0 && compare_carriers(&c, &all[at - 1]) < 0; at--) {
            all[at] = all[at - 1];
            k->places[at] = k->places[at - 1];
        }
        all[at] = c;
        k->places[at] = i;
    }
    VEC_RESERVE(k->spare, 0, k->spare_cap, k->carrier_words);
    for (u32 d = 0; d < k->ndeeds; d++) {
        u64 *set = set_of(k, d) + 3 * k->thread_words;
        memcpy(k->spare, set, k->carrier_words * sizeof *set);
        memset(set, 0, k->carrier_words * sizeof *set);
        for (u32 i = 0; i < k->ncarriers; i++)
            if (k->spare[k->places[i] / 64] >> (k->places[i] % 64) & 1)
                known_add(k, d, KNOWN_CARRIED, i);
    }
    CHECK(carriers_ascend(k, true) && known_is_formed(k));
}

// (Two have the same head after their threads have ended.)
static void sort_carriers(Known *k) {
    for (u32 c = k->ncarriers; c-- > 0;)
        if (!is_carrying(k, c))
            known_drop_carrier(k, c);
    bool has_equal = false;
    do {
        order_carriers(k);
        has_equal = false;
        for (u32 i = k->ncarriers; i-- > 1 && !has_equal;) {
            if (compare_carriers(&k->carriers[i], &k->carriers[i - 1]) != 0)
                continue;
            known_join(k, KNOWN_CARRIED, i, KNOWN_CARRIED, i - 1);
            known_drop_carrier(k, i);
            has_equal = true;
        }
    } while (has_equal);
    CHECK(carriers_ascend(k, false) && all_carry(k));
}

// By all but the bytes.
static int compare_alike(const SortedDeed *a, const SortedDeed *b) {
    CHECK(a->words == b->words);
    int order = compare_words((u32[]){a->deed.obj, a->deed.kind, a->deed.pc, a->deed.serial},
                              (u32[]){b->deed.obj, b->deed.kind, b->deed.pc, b->deed.serial}, 4);
    for (u32 i = 0; i < a->words && order == 0; i++)
        order = a->set[i] < b->set[i] ? -1 : a->set[i] > b->set[i];
    return order;
}

static int compare_deeds(const void *left, const void *right) {
    const SortedDeed *a = left, *b = right;
    int order = compare_alike(a, b);
    return order ? order : compare_words(&a->deed.off, &b->deed.off, 1);
}

// Whether whatever races with b races with a: a is to all bytes of b, conflicts with more, and who
// knows of it knows of b.
static bool stands_for(const SortedDeed *a, const SortedDeed *b) {
    CHECK(a != b && a->deed.obj == b->deed.obj && a->words == b->words);
    bool is_wider =
        a->deed.off <= b->deed.off && a->deed.off + a->deed.size >= b->deed.off + b->deed.size;
    bool is_stronger = ((a->deed.kind & DEED_WRITE) || !(b->deed.kind & DEED_WRITE)) &&
                       (!(a->deed.kind & DEED_ATOMIC) || (b->deed.kind & DEED_ATOMIC));
    for (u32 i = 0; i < a->words && is_wider && is_stronger; i++)
        is_stronger = !(a->set[i] & ~b->set[i]);
    return is_wider && is_stronger;
}

// Those that no other one stands for stay; how many of the n are left.
static u32 leave_out(SortedDeed *s, u32 n) {
    for (u32 i = 0; i < n; i++) {
        for (u32 j = i; j-- > 0 && s[j].deed.obj == s[i].deed.obj && !s[i].is_left_out;)
            s[i].is_left_out = !s[j].is_left_out && stands_for(&s[j], &s[i]);
        for (u32 j = i + 1; j < n && s[j].deed.obj == s[i].deed.obj && !s[i].is_left_out; j++)
            s[i].is_left_out = stands_for(&s[j], &s[i]) && !stands_for(&s[i], &s[j]);
    }
    u32 kept = 0;
    for (u32 i = 0; i < n; i++)
        if (!s[i].is_left_out)
            s[kept++] = s[i];
    ENSURE(kept || !n); // whatever is left out, some other one stands for it
    return kept;
}

// Neighbours of which the same is known become one; how many of the sorted n are left.
static u32 join_neighbours(SortedDeed *s, u32 n) {
    u32 kept = 0;
    for (u32 i = 0; i < n; i++) {
        Deed *last = kept ? &s[kept - 1].deed : NULL;
        u32 end = s[i].deed.off + s[i].deed.size;
        if (!last || compare_alike(&s[kept - 1], &s[i]) != 0 ||
            s[i].deed.off > last->off + last->size)
            s[kept++] = s[i];
        else if (end > last->off + last->size)
            last->size = end - last->off;
    }
    ENSURE(kept <= n && !kept == !n);
    return kept;
}

// For the checking build: whether the sorted ones are in order, all of them different.
static bool deeds_ascend(const SortedDeed *s, u32 n) {
    u32 i = 1;
    while (i < n && compare_deeds(&s[i - 1], &s[i]) < 0)
        i++;
    return i >= n;
}

static void sort_deeds(Known *k) {
    u32 words = stride(k), n = k->ndeeds;
    VEC_RESERVE(k->sorted, 0, k->sorted_cap, n + 1);
    VEC_RESERVE(k->spare, 0, k->spare_cap, n * words + 1);
    for (u32 d = 0; d < n; d++)
        k->sorted[d] = (SortedDeed){k->deeds[d], set_of(k, d), words, false};
    if (n)
        qsort(k->sorted, n, sizeof *k->sorted, compare_deeds);
    n = leave_out(k->sorted, join_neighbours(k->sorted, n));
    CHECK(deeds_ascend(k->sorted, n));
    for (u32 d = 0; d < n; d++) {
        k->deeds[d] = k->sorted[d].deed;
        memcpy(k->spare + (size_t)d * words, k->sorted[d].set, words * sizeof *k->spare);
    }
    swap_sets(k);
    k->ndeeds = n;
    CHECK(known_is_formed(k));
}

static void put(Known *k, const void *bytes, size_t n) {
    ENSURE(n <= UINT32_MAX - k->packed_size);
    VEC_RESERVE(k->packed, k->packed_size, k->packed_cap, n);
    if (n)
        memcpy(k->packed + k->packed_size, bytes, n);
    k->packed_size += (u32)n;
}

static bool has_what_all_know(const Known *k) {
    u32 d = 0;
    while (d < k->ndeeds && !all_know(k, d))
        d++;
    return d < k->ndeeds;
}

// Four words: how many deeds, carriers, threads, and 0. The deeds, the carriers, and for each deed
// its set, with no more words than needed. Where there are no deeds, zeros.
void known_pack(Known *k) {
    drop_what_all_know(k);
    do {
        sort_carriers(k);
        sort_deeds(k);
    } while (!all_carry(k)); // what they carried was left out
    u32 n = k->ndeeds, nthreads = n ? k->nthreads : 0;
    u32 thread_words = words_for(k->nthreads), carrier_words = words_for(k->ncarriers);
    k->packed_size = 0;
    ENSURE(n || !k->ncarriers);
    CHECK(!has_what_all_know(k) && carriers_ascend(k, false));
    put(k, (u32[]){n, k->ncarriers, nthreads, 0}, 4 * sizeof(u32));
    put(k, k->deeds, n * sizeof(Deed));
    put(k, k->carriers, k->ncarriers * sizeof(Carrier));
    for (u32 d = 0; d < n; d++) {
        const u64 *set = set_of(k, d);
        for (u32 part = 0; part < 3; part++)
            put(k, set + part * k->thread_words, thread_words * sizeof *set);
        put(k, set + 3 * k->thread_words, carrier_words * sizeof *set);
    }
    ENSURE(k->packed_size % 8 == 0 && k->packed_size >= 4 * sizeof(u32));
}

void known_unpack(Known *k, const u8 *bytes, u32 size) {
    u32 head[4];
    ENSURE(size >= sizeof head);
    memcpy(head, bytes, sizeof head);
    ENSURE(head[3] == 0 && (head[0] ? head[2] > 0 : !head[1] && !head[2]));
    if (head[0])
        known_clear(k, head[2]);
    else
        k->ndeeds = k->ncarriers = 0;
    k->carrier_words = words_for(head[1]);
    k->ndeeds = head[0];
    k->ncarriers = head[1];
    VEC_RESERVE(k->deeds, 0, k->deeds_cap, k->ndeeds + 1);
    VEC_RESERVE(k->carriers, 0, k->carriers_cap, k->ncarriers + 1);
    VEC_RESERVE(k->sets, 0, k->sets_cap, k->ndeeds * stride(k) + 1);
    const u8 *at = bytes + sizeof head;
    memcpy(k->deeds, at, k->ndeeds * sizeof(Deed));
    at += k->ndeeds * sizeof(Deed);
    memcpy(k->carriers, at, k->ncarriers * sizeof(Carrier));
    at += k->ncarriers * sizeof(Carrier);
    memcpy(k->sets, at, (size_t)k->ndeeds * stride(k) * sizeof(u64));
    ENSURE(at + (size_t)k->ndeeds * stride(k) * sizeof(u64) == bytes + size);
    CHECK(known_is_formed(k) && carriers_ascend(k, false));
}
