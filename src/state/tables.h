// SPDX-License-Identifier: Apache-2.0
// The tables that all workers of a search share: blocks by content, pairs by content, sets of keys,
// bit arrays.
//
// Adding and looking up are lock-free and may be done by any number of threads at once. Growing is
// not concurrent: when NAME_wants_growth (a relaxed load or two) says so, the search halts all
// workers and one of them calls NAME_grow. There is no hurry: an array of slots that is full gets
// another one chained to it (slots_overflow), which costs time, never correctness. Counts and sizes
// may be asked for at any time and are exact when nobody adds.
#ifndef HEDDLE_STATE_TABLES_H
#define HEDDLE_STATE_TABLES_H

#include "vm/save.h"

#include <stdatomic.h>

// ---- slots.c: what the tables are made of -------------------------------------------------------

typedef _Atomic u64 Slot; // 0: empty; never changes once it is something else

enum { LINE_SLOTS = 8, LINE_BYTES = 64, PROBE_LINES = IS_TINY ? 2 : 128 };

// An array of slots, searched line by line (of the cache) from a line that the hash gives.
// Invariant: an entry is in the first slot of its probe sequence that was empty when it came; it is
// in `next` only if all slots of the sequence here are full. Slots are never emptied, so all
// threads agree on that slot.
typedef struct Slots {
    Slot *at; // aligned to LINE_BYTES
    u64 nlines;
    u64 soft_limit;               // entries above which it should grow: 3/4 of the slots
    void *memory;                 // what was allocated for `at`
    _Atomic(struct Slots *) next; // overflow; NULL nearly always
    _Atomic u32 *ids;             // of the entries, if they have any; 0: not there yet
    u32 stride;                   // slots of an entry that has an id
} Slots;

// Puts an entry into a slot that was seen to be empty; false: somebody else has filled it, with
// what `have` is then. Where only one thread adds, a store will do: an exchange waits for the
// memory of the slot, and so does whatever comes after it.
static ALWAYS_INLINE bool slot_claim(Slot *slot, u64 *have, u64 entry, bool is_for_one) {
    CHECK(entry && !*have);
    if (!is_for_one)
        return atomic_compare_exchange_strong_explicit(slot, have, entry, memory_order_acq_rel,
                                                       memory_order_acquire);
    CHECK(!atomic_load_explicit(slot, memory_order_relaxed));
    atomic_store_explicit(slot, entry, memory_order_release);
    return true;
}

// How the hash of an entry is found again from its slot when a table grows.
typedef enum SlotKind {
    SLOT_KEY,   // the slot is the key, the hash is hash_mix of it
    SLOT_TAGGED // tag | id, and the hash is the tag alone
} SlotKind;

// The hash without its lower half, which makes room for an id. There are at most 2^29 lines of ids,
// so it still chooses the line evenly, and nothing but the slots must be read to grow. What the
// line does not need tells entries apart.
static inline u64 slot_tag(u64 hash) { return hash >> 32 << 32; }
static inline bool slot_has_tag(u64 entry, u64 tag) {
    CHECK((u32)tag == 0);
    return slot_tag(entry) == tag;
}

void slots_init(Slots *s, u64 nslots);
void slots_give_ids(Slots *s, u32 stride); // each entry has room for an id; while it is empty
void slots_done(Slots *s);

// Those who stand still while a table grows, and can help. `all` lets each of them call work(arg),
// and returns when they have.
typedef struct Crew {
    void *self;
    void (*all)(void *self, void (*work)(void *arg), void *arg);
} Crew;
void slots_grow(Slots *s, u64 count, SlotKind kind, const Crew *crew); // NULL: nobody helps
// So many slots, or as many more as so many entries need; is_more: more in any case.
u64 slots_enough(u64 nslots, u64 count, bool is_more);
// Moves all entries elsewhere, and gives the memory back as that goes on. Several may do so at a
// time, unless is_alone.
typedef struct SlotMover {
    const void *self;
    u32 stride; // slots of an entry
    void (*move)(const void *self, const Slots *from, u64 slot, bool is_alone);
} SlotMover;
void slots_pour(Slots *from, const SlotMover *m, const Crew *crew);
const Slots *slots_overflow(const Slots *s); // the next one, made if there is none
u64 slots_bytes(const Slots *s);

// The line is monotone in the hash for every number of lines: growing reads the old slots and
// writes the new ones in order.
static inline u64 slots_home(const Slots *s, u64 hash) {
    CHECK(s->nlines > 0);
    return (u64)((unsigned __int128)hash * s->nlines >> 64);
}

// Walks along a probe sequence: first around the line, then on to the next one.
typedef struct Probe {
    const Slots *slots;
    u64 hash, line;
    u32 lines_left; // with this one
    u32 tried;      // slots of this line
    u32 stride;     // slots of an entry
} Probe;

static inline void probe_enter(Probe *p, const Slots *s) {
    CHECK(s->nlines > 0 && (uintptr_t)s->at % LINE_BYTES == 0);
    p->slots = s;
    p->line = slots_home(s, p->hash);
    CHECK(p->line < s->nlines);
    p->lines_left = s->nlines < PROBE_LINES ? (u32)s->nlines : PROBE_LINES;
    p->tried = 0;
}

static inline Probe probe_begin_by(const Slots *s, u64 hash, u32 stride) {
    CHECK(stride && LINE_SLOTS % stride == 0 && (!s->ids || s->stride == stride));
    Probe p = {.hash = hash, .stride = stride};
    probe_enter(&p, s);
    return p;
}

static inline Probe probe_begin(const Slots *s, u64 hash) { return probe_begin_by(s, hash, 1); }

static inline Slot *probe_slot(const Probe *p) {
    CHECK(p->line < p->slots->nlines && p->tried < LINE_SLOTS);
    return &p->slots->at[p->line * LINE_SLOTS +
                         ((u32)(p->hash >> 32) * p->stride + p->tried) % LINE_SLOTS];
}

// False at the end of the sequence, which has none for those who add.
static inline bool probe_next(Probe *p, bool is_adding) {
    CHECK(p->lines_left > 0 && p->lines_left <= PROBE_LINES);
    if (LIKELY((p->tried += p->stride) < LINE_SLOTS))
        return true;
    p->tried = 0;
    p->line = p->line + 1 == p->slots->nlines ? 0 : p->line + 1;
    if (LIKELY(--p->lines_left > 0))
        return true;
    const Slots *next = is_adding ? slots_overflow(p->slots)
                                  : atomic_load_explicit(&p->slots->next, memory_order_acquire);
    if (next)
        probe_enter(p, next);
    return next != NULL;
}

// Where the id of the entry is that the probe stands at.
static inline _Atomic u32 *probe_id(const Probe *p) {
    CHECK(p->slots->ids && p->slots->stride == p->stride);
    return &p->slots->ids[(u64)(probe_slot(p) - p->slots->at) / p->stride];
}

// The id goes where its entry has gone.
void slots_put_id(const Probe *p, const _Atomic u32 *id);

// A number that many threads add to, each (up to TALLY_PARTS of them) in a cache line of its own.
enum { TALLY_PARTS = 16 };
typedef struct Tally {
    _Atomic u64 first;  // the only part of a small tally
    _Atomic u64 *parts; // LINE_SLOTS apart; &first if there is one part
    u32 part_mask;
} Tally;
void tally_init(Tally *t, bool is_wide);
void tally_done(Tally *t);
u64 tally_sum(const Tally *t);
u64 tally_bytes(const Tally *t); // beside the struct itself
u64 tally_add(Tally *t, u64 n);  // returns the new value of the calling thread's part
// Adds one to a tally with one part, to which nobody else adds; others may read it.
static ALWAYS_INLINE u64 tally_add_alone(Tally *t) {
    CHECK(!t->part_mask);
    u64 n = atomic_load_explicit(&t->first, memory_order_relaxed) + 1;
    atomic_store_explicit(&t->first, n, memory_order_relaxed);
    return n;
}

// How many entries a set has, and whether it should grow.
// Invariant: mask + 1 is a power of two, and more than 1 only if the entries are counted in parts.
typedef struct Meter {
    u64 mask;  // the limit is looked at when a part of `count` & this is 0
    u64 limit; // entries above which the set should grow
    _Atomic bool wants_growth;
    bool is_for_one; // only one thread adds: `count` has one part
    Tally count;
} Meter;
void meter_init(Meter *m, const Slots *s, u32 stride, bool is_for_one); // slots of an entry
// The slots have become more. Nobody adds.
void meter_reset(Meter *m, const Slots *s, u32 stride);
static ALWAYS_INLINE void meter_add_one(Meter *m) {
    CHECK((m->mask & (m->mask + 1)) == 0);
    u64 part = m->is_for_one ? tally_add_alone(&m->count) : tally_add(&m->count, 1);
    bool is_more =
        m->is_for_one ? part > m->limit : (part & m->mask) == 0 && tally_sum(&m->count) > m->limit;
    if (UNLIKELY(is_more))
        atomic_store_explicit(&m->wants_growth, true, memory_order_relaxed);
}
static inline bool meter_wants_growth(const Meter *m) {
    return atomic_load_explicit(&m->wants_growth, memory_order_relaxed);
}

// Memory of tables: large pages when it is large.

// Values of 8 bytes by id, 1, 2, ..., in chunks that never move.
enum {
    ID_CHUNK_LOG = IS_TINY ? 13 : 18,
    ID_CHUNK = 1 << ID_CHUNK_LOG,
    ID_CHUNKS = 1 << (32 - ID_CHUNK_LOG)
};
typedef struct IdArray {
    _Atomic(u64 *) chunks[ID_CHUNKS];
    u8 apart[LINE_BYTES]; // the counter changes all the time, the chunks are read all the time
    _Atomic u32 count;
    u8 apart_too[LINE_BYTES];
} IdArray;
u32 idarray_add(IdArray *a, u64 value);
void idarray_done(IdArray *a);
u64 idarray_bytes(const IdArray *a);

// Whoever has an id got it through an acquire (from a slot, or handed over by another worker), so
// relaxed is enough.
static inline u64 idarray_get(const IdArray *a, u32 id) {
    CHECK(id && id <= atomic_load_explicit(&a->count, memory_order_relaxed));
    return atomic_load_explicit(&a->chunks[id >> ID_CHUNK_LOG],
                                memory_order_relaxed)[id & (ID_CHUNK - 1)];
}
static inline u32 idarray_count(const IdArray *a) {
    return atomic_load_explicit(&a->count, memory_order_relaxed);
}

// Marks: words of 32 bits by id, 1, 2, ..., one for each entry of a set, which stay where they are
// when the set grows. Who adds an entry gives it the id of a mark; who meets it before that waits,
// a moment.
typedef _Atomic u32 Mark;
typedef struct Marks {
    _Atomic(Mark *) chunks[ID_CHUNKS];
    _Atomic u32 count;
} Marks;
u32 marks_add(Marks *m); // 0 at first
void marks_done(Marks *m);
u64 marks_bytes(const Marks *m);
static inline Mark *marks_at(const Marks *m, u32 id) {
    CHECK(id && id <= atomic_load_explicit(&m->count, memory_order_relaxed));
    return &atomic_load_explicit(&m->chunks[id >> ID_CHUNK_LOG],
                                 memory_order_relaxed)[id & (ID_CHUNK - 1)];
}
static inline u32 marks_count(const Marks *m) {
    return atomic_load_explicit(&m->count, memory_order_relaxed);
}
static inline u32 probe_mark(const Probe *p, Marks *marks) {
    u32 id = marks_add(marks);
    CHECK(id && id <= marks_count(marks));
    CHECK(!atomic_load_explicit(probe_id(p), memory_order_relaxed));
    atomic_store_explicit(probe_id(p), id, memory_order_release);
    return id;
}
static inline u32 probe_marked(const Probe *p) {
    CHECK(atomic_load_explicit(probe_slot(p), memory_order_relaxed)); // it is an entry
    u32 id;
    while (!(id = atomic_load_explicit(probe_id(p), memory_order_acquire)))
        continue;
    return id;
}

// ---- blocks.c: immutable blocks by content ------------------------------------------------------

typedef struct Blocks Blocks;
struct BlockArena;
struct Blocks {
    IdArray by_id;                      // addresses
    Slots slots;                        // SLOT_TAGGED
    _Atomic(struct BlockArena *) arena; // new blocks go here; those before are linked to it
    _Atomic(struct BlockArena *) big;   // arenas that hold one big block each
    _Atomic u64 arena_bytes;
};
Blocks *blocks_new(void);
void blocks_free(Blocks *b);
// The id (>= 1) of the block with these contents. Equal contents, equal id, in all threads. A lost
// race for a new block wastes its id and its memory, so ids are dense only nearly.
u32 blocks_id(Blocks *b, const Block *block);
static inline bool blocks_want_growth(const Blocks *b) {
    return idarray_count(&b->by_id) > b->slots.soft_limit;
}
void blocks_grow(Blocks *b, const Crew *crew);
u64 blocks_bytes(const Blocks *b);
// The block never moves.
static inline const Block *blocks_get(const Blocks *b, u32 id) {
    if (IS_CHECKING)
        ENSURE(id && id <= idarray_count(&b->by_id));
    return (const Block *)(uintptr_t)idarray_get(&b->by_id, id);
}

// ---- pairmap.c: pairs of 32-bit numbers, as 64 bits, to ids 1, 2, ... ---------------------------

typedef struct PairMap PairMap;
struct PairMap {
    IdArray pairs;
    Slots slots; // SLOT_TAGGED
};
PairMap *pairmap_new(void);
void pairmap_free(PairMap *m);
// The id of a pair, which is added if it is not there. A lost race wastes an id, so ids are dense
// only nearly.
u32 pairmap_id(PairMap *m, u64 pair);
u32 pairmap_find(const PairMap *m, u64 pair); // 0 if it is not there
static inline bool pairmap_wants_growth(const PairMap *m) {
    return idarray_count(&m->pairs) > m->slots.soft_limit;
}
void pairmap_grow(PairMap *m, const Crew *crew);
u64 pairmap_bytes(const PairMap *m);
static inline u64 pairmap_get(const PairMap *m, u32 id) { return idarray_get(&m->pairs, id); }

// ---- keyset.c: a set of 64-bit keys, none of them 0 ---------------------------------------------

typedef struct KeySet KeySet;
struct KeySet {
    Slots slots; // SLOT_KEY
    Meter meter;
    Marks *marks; // of which each key has one; NULL: none
};
KeySet *keyset_new(u32 slots_log2); // >= 6
KeySet *keyset_new_marked(u32 slots_log2, Marks *marks);
void keyset_free(KeySet *s);
// true if it is new: to exactly one of those who add it at once
bool keyset_add(KeySet *s, u64 key);
// The same for a set with marks, and the id of its mark.
bool keyset_add_marked(KeySet *s, u64 key, u32 *id);
bool keyset_has(const KeySet *s, u64 key);
u64 keyset_count(const KeySet *s);
bool keyset_wants_growth(const KeySet *s);
void keyset_grow(KeySet *s, const Crew *crew);
u64 keyset_bytes(const KeySet *s);

// ---- rootset.c: a set of keys of 128 bits -------------------------------------------------------

typedef struct Root {
    u64 low, high; // neither is 0
} Root;
typedef struct RootSet RootSet;
struct RootSet {
    Slots narrow; // one slot a key
    u32 width;    // bits of each number of a narrow key
    Meter meter;
    Slots wide; // two
    Meter wide_meter;
    _Atomic u64 moving; // all of them, while it grows
    Marks *marks;       // as in KeySet
    bool is_for_one;    // only one thread adds; others may look
};
RootSet *rootset_new(u32 slots_log2); // >= 6
RootSet *rootset_new_marked(u32 slots_log2, Marks *marks);
void rootset_for_one(RootSet *s); // while it is empty
void rootset_free(RootSet *s);
// true if it is new: to exactly one of those who add it at once
bool rootset_add(RootSet *s, Root key);
bool rootset_add_marked(RootSet *s, Root key, u32 *id);
bool rootset_has(const RootSet *s, Root key);
bool rootset_find_marked(const RootSet *s, Root key, u32 *id);
void rootset_prefetch(const RootSet *s, Root key);
u64 rootset_count(const RootSet *s);
static inline bool rootset_wants_growth(const RootSet *s) {
    return meter_wants_growth(&s->meter) || meter_wants_growth(&s->wide_meter);
}
void rootset_grow(RootSet *s, const Crew *crew);
u64 rootset_bytes(const RootSet *s);
// Looks at every `step`-th line.
typedef void RootVisit(void *arg, Root key);
void rootset_visit(const RootSet *s, u64 step, RootVisit *visit, void *arg);
static inline u64 root_hash(Root r) {
    CHECK(r.low && r.high);
    return hash_mix(r.low ^ hash_mix(r.high));
}

// ---- bitstate.c: k bits per state in an array of fixed size -------------------------------------

typedef struct Bitstate Bitstate;
// bytes are rounded up to a multiple of 64; 1 <= k <= 16
Bitstate *bitstate_new(u64 bytes, u32 k);
void bitstate_free(Bitstate *b);
// True if at least one of the k bits of this hash was 0. Of those who add it at the same time, at
// least one gets true.
bool bitstate_add(Bitstate *b, u64 hash);
u64 bitstate_count(const Bitstate *b); // how often bitstate_add was true
// Estimate of the fraction of the states met that were not taken for seen by mistake. States that
// can only be reached through omitted ones were never met and are not part of it.
double bitstate_coverage(const Bitstate *b);
u64 bitstate_bytes(const Bitstate *b);

#endif
