// SPDX-License-Identifier: Apache-2.0
// What the concurrent tables are made of: arrays of slots with linear probing by cache lines,
// counters in parts, values by id.
//
// Below LARGE_SLOTS an array doubles when it grows, above it becomes half as large again: a table
// of keys then takes 10.7 to 16 bytes a key, 13 on average, and a smaller one, which is moved less
// often, up to 21. Growing goes through the old array in order and gives it back piece by piece, so
// that old and new are never both in memory as a whole (but for roots whose width changes, see
// rootset.c).
#include "state/tables.h"

enum {
    PIECE_BYTES = IS_TINY ? 1 << 13 : 1 << 21, // a large page
    LARGE_SLOTS = IS_TINY ? 1 << 12 : 1 << 21,
    SMALL_LINES = IS_TINY ? 1 << 4 : 1 << 12,
    // the first chunk of ids is counted as it is used, in steps of so many
    ACCOUNT_IDS = 1 << 12
};

// ---- slots --------------------------------------------------------------------------------------

// Large pages are aligned; from mem_zalloc comes one line more, to align in.
static u64 memory_size(const Slots *s) {
    u64 bytes = s->nlines * LINE_BYTES;
    CHECK(bytes > 0);
    return bytes >= LARGE_BYTES ? bytes : bytes + LINE_BYTES;
}

void slots_init(Slots *s, u64 nslots) {
    ENSURE(nslots >= LINE_SLOTS && nslots % LINE_SLOTS == 0);
    *s = (Slots){.nlines = nslots / LINE_SLOTS, .soft_limit = nslots / 4 * 3};
    s->memory = mem_zalloc_large(memory_size(s));
    s->at = (Slot *)(((uintptr_t)s->memory + LINE_BYTES - 1) & ~(uintptr_t)(LINE_BYTES - 1));
    ENSURE((u8 *)(s->at + nslots) <= (u8 *)s->memory + memory_size(s));
}

static u64 ids_size(const Slots *s) {
    CHECK(!s->ids || (s->stride && LINE_SLOTS % s->stride == 0));
    return s->ids ? s->nlines * LINE_SLOTS / s->stride * sizeof *s->ids : 0;
}

void slots_give_ids(Slots *s, u32 stride) {
    ENSURE(!s->ids && stride && LINE_SLOTS % stride == 0);
    s->stride = stride;
    s->ids = mem_zalloc_large(s->nlines * LINE_SLOTS / stride * sizeof *s->ids);
}

static void ids_free(const Slots *s) {
    ENSURE(!s->ids || s->stride);
    if (s->ids)
        mem_free_large(s->ids, ids_size(s));
}

// An empty array in which entries have ids if they have them in the other one.
static void init_like(Slots *s, u64 nslots, const Slots *other) {
    slots_init(s, nslots);
    if (other->ids)
        slots_give_ids(s, other->stride);
    ENSURE((s->ids != NULL) == (other->ids != NULL));
}

static void overflow_free(Slots *s) {
    while (s) {
        Slots *next = atomic_load_explicit(&s->next, memory_order_relaxed);
        ENSURE(s->nlines > 0 && next != s);
        mem_free_large(s->memory, memory_size(s));
        ids_free(s);
        mem_free(s, sizeof *s);
        s = next;
    }
}

void slots_done(Slots *s) {
    ENSURE(s->memory && (u8 *)s->at >= (u8 *)s->memory);
    overflow_free(atomic_load_explicit(&s->next, memory_order_relaxed));
    mem_free_large(s->memory, memory_size(s));
    ids_free(s);
}

u64 slots_bytes(const Slots *s) {
    u64 sum = 0;
    for (; s; s = atomic_load_explicit(&s->next, memory_order_acquire))
        sum += memory_size(s) + ids_size(s);
    ENSURE(sum > 0);
    return sum;
}

const Slots *slots_overflow(const Slots *s) {
    Slots *next = atomic_load_explicit(&s->next, memory_order_acquire);
    if (next)
        return next;
    // A small one doubles, so that the chain stays short even if growth comes late.
    u64 nlines = s->nlines < SMALL_LINES ? s->nlines * 2 : s->nlines / 4;
    ENSURE(nlines > 0);
    Slots *mine = mem_zalloc(sizeof *mine);
    init_like(mine, nlines * LINE_SLOTS, s);
    if (atomic_compare_exchange_strong_explicit(&((Slots *)s)->next, &next, mine,
                                                memory_order_acq_rel, memory_order_acquire))
        return mine;
    overflow_free(mine);
    return next;
}

static u64 hash_of(u64 entry, SlotKind kind) {
    CHECK(entry);
    return kind == SLOT_KEY ? hash_mix(entry) : slot_tag(entry);
}

// Takes an empty slot; others may be moving entries too. An exchange costs more than a store.
static bool take(Slot *slot, u64 entry, bool is_alone) {
    CHECK(entry != 0);
    u64 have = atomic_load_explicit(slot, memory_order_relaxed);
    if (have)
        return false;
    if (!is_alone)
        return atomic_compare_exchange_strong_explicit(slot, &have, entry, memory_order_relaxed,
                                                       memory_order_relaxed);
    atomic_store_explicit(slot, entry, memory_order_relaxed);
    return true;
}

// Entries that are not there yet.
static Probe put(Slots *s, u64 entry, SlotKind kind, bool is_alone) {
    Probe p = probe_begin(s, hash_of(entry, kind));
    while (!take(probe_slot(&p), entry, is_alone))
        probe_next(&p, true);
    return p;
}

void slots_put_id(const Probe *p, const _Atomic u32 *id) {
    u32 value = atomic_load_explicit(id, memory_order_relaxed);
    CHECK(!atomic_load_explicit(probe_id(p), memory_order_relaxed));
    ENSURE(value != 0);
    atomic_store_explicit(probe_id(p), value, memory_order_relaxed);
}

// An array of slots that is moved piece by piece, and whose memory is given back as that goes on.
typedef struct Move {
    const Slots *slots;
    u64 size; // bytes
    const SlotMover *mover;
    bool is_alone;
    _Atomic u64 next; // byte
} Move;

static void move_part(const Slots *s, u64 first, u64 n, const SlotMover *m, bool is_alone) {
    ENSURE(n % m->stride == 0);
    for (u64 i = first; i < first + n; i += m->stride)
        if (atomic_load_explicit(&s->at[i], memory_order_relaxed))
            m->move(m->self, s, i, is_alone);
}

static void move_pieces(void *arg) {
    Move *m = arg;
    for (u64 at;
         (at = atomic_fetch_add_explicit(&m->next, PIECE_BYTES, memory_order_relaxed)) < m->size;) {
        u64 piece = m->size - at < PIECE_BYTES ? m->size - at : PIECE_BYTES;
        ENSURE(piece % LINE_BYTES == 0);
        move_part(m->slots, at / sizeof(Slot), piece / sizeof(Slot), m->mover, m->is_alone);
        mem_table_free((u8 *)m->slots->memory + at, piece);
    }
}

static void pour_one(const Slots *from, const SlotMover *mover, const Crew *crew) {
    u64 size = memory_size(from);
    if (size < LARGE_BYTES) {
        move_part(from, 0, from->nlines * LINE_SLOTS, mover, true);
        mem_free_large(from->memory, size);
        ids_free(from);
        return;
    }
    bool is_alone = !crew || size <= PIECE_BYTES;
    ENSURE((u8 *)from->at == (u8 *)from->memory); // there is no line to align in
    Move m = {.slots = from, .size = size, .mover = mover, .is_alone = is_alone};
    if (is_alone)
        move_pieces(&m);
    else
        crew->all(crew->self, move_pieces, &m);
    ids_free(from);
}

void slots_pour(Slots *from, const SlotMover *m, const Crew *crew) {
    pour_one(from, m, crew);
    for (Slots *more = atomic_load_explicit(&from->next, memory_order_relaxed), *next; more;
         more = next) {
        next = atomic_load_explicit(&more->next, memory_order_relaxed);
        pour_one(more, m, crew);
        mem_free(more, sizeof *more);
    }
}

static u64 larger(u64 nslots) {
    if (nslots < LARGE_SLOTS)
        return nslots * 2;
    u64 per_piece = PIECE_BYTES / sizeof(Slot);
    ENSURE(nslots <= UINT64_MAX / 4);
    return (nslots / 2 * 3 + per_piece - 1) / per_piece * per_piece;
}

u64 slots_enough(u64 nslots, u64 count, bool is_more) {
    nslots = is_more ? larger(nslots) : nslots;
    while (count > nslots / 4 * 3)
        nslots = larger(nslots);
    return nslots;
}

typedef struct Growing {
    Slots *to;
    SlotKind kind;
} Growing;

static void move_entry(const void *self, const Slots *from, u64 slot, bool is_alone) {
    const Growing *g = self;
    u64 entry = atomic_load_explicit(&from->at[slot], memory_order_relaxed);
    CHECK((from->ids != NULL) == (g->to->ids != NULL) && (!from->ids || from->stride == 1));
    Probe p = put(g->to, entry, g->kind, is_alone);
    if (from->ids)
        slots_put_id(&p, &from->ids[slot]);
}

void slots_grow(Slots *s, u64 count, SlotKind kind, const Crew *crew) {
    Slots old = *s;
    Growing growing = {s, kind};
    init_like(s, slots_enough(old.nlines * LINE_SLOTS, count, true), &old);
    slots_pour(&old, &(SlotMover){&growing, 1, move_entry}, crew);
    ENSURE(count <= s->soft_limit);
}

// ---- counters in parts --------------------------------------------------------------------------

// Which part a thread adds to: threads are numbered as they first add to a tally.
static u32 my_part(void) {
    static _Atomic u32 nthreads;
    static _Thread_local u32 number; // + 1
    if (UNLIKELY(!number))
        number = atomic_fetch_add_explicit(&nthreads, 1, memory_order_relaxed) % TALLY_PARTS + 1;
    CHECK(number <= TALLY_PARTS);
    return number - 1;
}

// Not concurrent.
static void tally_widen(Tally *t) {
    if (t->part_mask)
        return;
    ENSURE(t->parts == &t->first);
    t->parts = mem_zalloc(TALLY_PARTS * LINE_BYTES);
    t->part_mask = TALLY_PARTS - 1;
}

void tally_init(Tally *t, bool is_wide) {
    *t = (Tally){.parts = &t->first};
    if (is_wide)
        tally_widen(t);
    ENSURE((t->part_mask != 0) == is_wide && tally_sum(t) == 0);
}

void tally_done(Tally *t) {
    ENSURE((t->part_mask == 0) == (t->parts == &t->first));
    if (t->part_mask)
        mem_free(t->parts, TALLY_PARTS * LINE_BYTES);
}

u64 tally_bytes(const Tally *t) { return t->part_mask ? TALLY_PARTS * LINE_BYTES : 0; }

u64 tally_add(Tally *t, u64 n) {
    _Atomic u64 *part = &t->parts[(my_part() & t->part_mask) * LINE_SLOTS];
    CHECK(t->part_mask == 0 || t->part_mask == TALLY_PARTS - 1);
    return atomic_fetch_add_explicit(part, n, memory_order_relaxed) + n;
}

u64 tally_sum(const Tally *t) {
    CHECK((t->part_mask == 0) == (t->parts == &t->first));
    if (!t->part_mask)
        return atomic_load_explicit(&t->first, memory_order_relaxed);
    u64 sum = atomic_load_explicit(&t->first, memory_order_relaxed); // from before it was wide
    for (u32 i = 0; i < TALLY_PARTS; i++)
        sum += atomic_load_explicit(&t->parts[i * LINE_SLOTS], memory_order_relaxed);
    return sum;
}

// ---- when a set should grow ---------------------------------------------------------------------

enum { WIDE_SLOTS = IS_TINY ? 1 << 7 : 1 << 13 }; // from here on the entries are counted in parts

// Few enough that the limit is noticed before 1/64 of the slots more is filled, even if all parts
// are about to cross.
static u64 count_step(u64 nslots, u32 stride) {
    u64 step = 1;
    while (step < 4096 && step * TALLY_PARTS * 64 * 2 * stride <= nslots)
        step *= 2;
    ENSURE((step & (step - 1)) == 0 && (step == 1 || step * TALLY_PARTS * stride * 64 <= nslots));
    return step;
}

void meter_reset(Meter *m, const Slots *s, u32 stride) {
    u64 nslots = s->nlines * LINE_SLOTS;
    ENSURE(stride >= 1 && LINE_SLOTS % stride == 0 && s->soft_limit < nslots);
    if (nslots >= WIDE_SLOTS && !m->is_for_one)
        tally_widen(&m->count);
    m->mask = m->count.part_mask ? count_step(nslots, stride) - 1 : 0;
    m->limit = s->soft_limit / stride;
    atomic_store_explicit(&m->wants_growth, false, memory_order_relaxed);
    ENSURE(tally_sum(&m->count) <= m->limit);
}

void meter_init(Meter *m, const Slots *s, u32 stride, bool is_for_one) {
    tally_init(&m->count, false);
    m->is_for_one = is_for_one;
    meter_reset(m, s, stride);
    ENSURE(m->limit > 0 && tally_sum(&m->count) == 0);
}

// ---- values by id -------------------------------------------------------------------------------

// Most programs need few ids: the first chunk is memory only as far as it is touched.
static u64 *chunk_new(u32 k) {
    ENSURE(k < ID_CHUNKS);
    return k == 0 ? mem_map(ID_CHUNK * sizeof(u64)) : mem_table(ID_CHUNK * sizeof(u64));
}

static void chunk_free(u32 k, u64 *chunk) {
    ENSURE(k < ID_CHUNKS);
    if (k == 0)
        mem_unmap(chunk, ID_CHUNK * sizeof(u64));
    else
        mem_table_free(chunk, ID_CHUNK * sizeof(u64));
}

static u64 *chunk_of(IdArray *a, u32 id) {
    u32 k = id >> ID_CHUNK_LOG;
    if (IS_CHECKING)
        ENSURE(k < ID_CHUNKS);
    u64 *chunk = atomic_load_explicit(&a->chunks[k], memory_order_acquire);
    if (LIKELY(chunk))
        return chunk;
    u64 *mine = chunk_new(k);
    if (atomic_compare_exchange_strong_explicit(&a->chunks[k], &chunk, mine, memory_order_acq_rel,
                                                memory_order_acquire))
        return mine;
    chunk_free(k, mine);
    return chunk;
}

// What is counted of the first chunk once this id was given.
static u64 first_chunk_bytes(u32 id) {
    u64 ids = id < ID_CHUNK ? id / ACCOUNT_IDS * ACCOUNT_IDS + ACCOUNT_IDS : ID_CHUNK;
    CHECK(ids <= ID_CHUNK && (id < ids || id >= ID_CHUNK));
    return id ? ids * sizeof(u64) : 0;
}

u32 idarray_add(IdArray *a, u64 value) {
    u32 id = atomic_fetch_add_explicit(&a->count, 1, memory_order_relaxed) + 1;
    ENSURE(id != 0 && id < UINT32_MAX - 1024); // all threads stop before it could wrap
    if (UNLIKELY(first_chunk_bytes(id) != first_chunk_bytes(id - 1)))
        mem_account((i64)(first_chunk_bytes(id) - first_chunk_bytes(id - 1)));
    chunk_of(a, id)[id & (ID_CHUNK - 1)] = value;
    CHECK(idarray_get(a, id) == value);
    return id;
}

void idarray_done(IdArray *a) {
    mem_account(-(i64)first_chunk_bytes(idarray_count(a)));
    for (u32 k = 0; k < ID_CHUNKS; k++) {
        u64 *chunk = atomic_load_explicit(&a->chunks[k], memory_order_relaxed);
        if (!chunk)
            break;
        chunk_free(k, chunk);
    }
}

u64 idarray_bytes(const IdArray *a) {
    u32 count = idarray_count(a);
    CHECK(count < UINT32_MAX - 1024);
    return first_chunk_bytes(count) + (u64)(count >> ID_CHUNK_LOG) * ID_CHUNK * sizeof(u64);
}

// ---- marks --------------------------------------------------------------------------------------

u32 marks_add(Marks *m) {
    u32 id = atomic_fetch_add_explicit(&m->count, 1, memory_order_relaxed) + 1;
    ENSURE(id != 0 && id < UINT32_MAX - 1024);
    _Atomic(Mark *) *at = &m->chunks[id >> ID_CHUNK_LOG];
    Mark *chunk = atomic_load_explicit(at, memory_order_acquire);
    if (UNLIKELY(!chunk)) {
        Mark *mine = mem_table(ID_CHUNK * sizeof *mine);
        if (!atomic_compare_exchange_strong_explicit(at, &chunk, mine, memory_order_acq_rel,
                                                     memory_order_acquire))
            mem_table_free(mine, ID_CHUNK * sizeof *mine);
    }
    CHECK(*marks_at(m, id) == 0);
    return id;
}

void marks_done(Marks *m) {
    ENSURE(marks_count(m) < UINT32_MAX - 1024);
    for (u32 k = 0; k < ID_CHUNKS; k++) {
        Mark *chunk = atomic_load_explicit(&m->chunks[k], memory_order_relaxed);
        if (!chunk)
            break;
        mem_table_free(chunk, ID_CHUNK * sizeof *chunk);
    }
}

u64 marks_bytes(const Marks *m) {
    u32 count = marks_count(m);
    CHECK(!count || atomic_load_explicit(&m->chunks[0], memory_order_relaxed));
    return count ? ((u64)(count >> ID_CHUNK_LOG) + 1) * ID_CHUNK * sizeof(Mark) : 0;
}
