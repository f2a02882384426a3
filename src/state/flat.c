// SPDX-License-Identifier: Apache-2.0
// A state as one buffer that needs nothing else, for those who keep states themselves.
//
//   FlatHead
//   the bytes of each block of globals, at an offset that depends on the program only
//   FlatTags for each block of globals that has tags or holes, followed by them
//   the dynamic objects, then the threads, as Blocks
//   zeros to the end of the buffer
//
// So native code can read and write plain globals in place. A pointer is an object and an offset;
// in the bytes of globals both are joined into one number that is not 0 (join, split), so that
// native code can compare it with NULL, overwrite it, or move it inside its object. What native
// code writes over a hole has a value from then on, unless it is 0.
#include "state/state_int.h"

#include <string.h>

typedef struct FlatHead {
    u32 bytes;                   // of the state, without the zeros at the end
    u32 ndyn, nthreads, nmarked; // nmarked: how many FlatTags there are
    u32 extra;
    u32 is_anchored;
    u32 unused[2];
} FlatHead;

typedef struct FlatTags {
    u32 block, ntags, nholes;
} FlatTags;

enum { BLOCK_ALIGN = 16, OBJECT_SHIFT = 32 };

struct Flats {
    StateStore *store;
    StateWord *vector; // the one handed out
    u32 vector_cap;
    u8 *scratch; // a block being made
    u32 scratch_cap;
};

Flats *flats_new(StateStore *s) {
    Flats *f = mem_zalloc(sizeof *f);
    f->store = s;
    ENSURE(store_program(s));
    return f;
}

void flats_free(Flats *f) {
    if (!f)
        return;
    VEC_FREE(f->vector, f->vector_cap);
    VEC_FREE(f->scratch, f->scratch_cap);
    mem_free(f, sizeof *f);
}

static u32 align_up(u32 n) {
    ENSURE(n <= UINT32_MAX - BLOCK_ALIGN);
    return (n + BLOCK_ALIGN - 1) & ~(u32)(BLOCK_ALIGN - 1);
}

static u32 block_offset(const Program *p, u32 block) {
    ENSURE(block <= p->nblocks);
    u32 at = sizeof(FlatHead);
    for (u32 i = 0; i < block; i++)
        at = align_up(at + p->blocks[i].size);
    return at;
}

u32 flat_global(const Program *p, ObjId global) {
    const Global *g = &p->globals[global];
    ENSURE(global && global <= p->nglobals && !g->is_const && !g->is_tls);
    ENSURE(g->block < p->nblocks && g->offset + g->size <= p->blocks[g->block].size);
    return block_offset(p, g->block) + g->offset;
}

u32 flat_globals_end(const Program *p) {
    u32 end = block_offset(p, p->nblocks);
    CHECK(end % BLOCK_ALIGN == 0);
    return end;
}

bool flat_is_state(const Program *p, const void *flat, size_t size) {
    FlatHead h;
    if (size < sizeof h)
        return false;
    memcpy(&h, flat, sizeof h);
    return h.bytes >= flat_globals_end(p) && h.bytes <= size && h.nthreads <= MAX_THREADS &&
           h.nmarked <= p->nblocks && h.is_anchored <= 1 && !h.unused[0] && !h.unused[1];
}

u32 flat_bytes(const void *flat) {
    FlatHead h;
    memcpy(&h, flat, sizeof h);
    ENSURE(h.bytes >= sizeof h);
    ENSURE(h.nthreads <= MAX_THREADS);
    return h.bytes;
}

// ---- pointers among the bytes of globals --------------------------------------------------------

static bool is_joined(const Tag *t) {
    CHECK(t->len > 0);
    return t->len == sizeof(u64) && t->first == 0 && tag_names_object(t->obj);
}

u64 flat_pointer(const Cell *pointer) { return ((u64)pointer->tag << OBJECT_SHIFT) + pointer->v; }

Cell flat_cell(u64 bytes) {
    u32 object = (u32)((bytes + (1u << 31)) >> OBJECT_SHIFT);
    if (!tag_names_object(object))
        return cell_number(bytes);
    Cell c = cell_pointer(object, bytes - ((u64)object << OBJECT_SHIFT));
    CHECK(flat_pointer(&c) == bytes);
    return c;
}

static void join(u8 *data, const Tag *tags, u32 n) {
    for (u32 i = 0; i < n; i++) {
        u64 offset;
        CHECK(i == 0 || tags[i - 1].off + tags[i - 1].len <= tags[i].off);
        if (!is_joined(&tags[i]))
            continue;
        memcpy(&offset, data + tags[i].off, sizeof offset);
        offset += (u64)tags[i].obj << OBJECT_SHIFT;
        memcpy(data + tags[i].off, &offset, sizeof offset);
    }
}

// The other way round. A number that is not near the object any more is just a number: the tag
// goes. Returns how many stay.
static u32 split(u8 *data, Tag *tags, u32 n) {
    u32 kept = 0;
    for (u32 i = 0; i < n; i++) {
        u64 offset;
        bool is_pointer = true;
        CHECK(i == 0 || tags[i - 1].off <= tags[i].off);
        if (is_joined(&tags[i])) {
            memcpy(&offset, data + tags[i].off, sizeof offset);
            offset -= (u64)tags[i].obj << OBJECT_SHIFT;
            is_pointer = (i64)offset == (i32)offset;
            if (is_pointer)
                memcpy(data + tags[i].off, &offset, sizeof offset);
        }
        if (is_pointer)
            tags[kept++] = tags[i];
    }
    ENSURE(kept <= n);
    return kept;
}

static bool is_zero(const u8 *bytes, u32 n) {
    while (n > 0 && bytes[n - 1] == 0)
        n--;
    return n == 0;
}

static u32 keep_holes(const u8 *data, Hole *holes, u32 n) {
    for (u32 i = 0; IS_CHECKING && i < n; i++)
        ENSURE(holes[i].from < holes[i].to && (i == 0 || holes[i - 1].to < holes[i].from));
    u32 kept = 0;
    for (u32 i = 0; i < n; i++)
        if (is_zero(data + holes[i].from, holes[i].to - holes[i].from))
            holes[kept++] = holes[i];
    return kept;
}

// ---- writing ------------------------------------------------------------------------------------

// Writes behind each other; what has no room is only counted.
typedef struct Out {
    u8 *buffer;
    size_t size, at;
} Out;

static void put(Out *o, const void *bytes, size_t n) {
    CHECK(n <= SIZE_MAX - o->at);
    if (o->at + n <= o->size && n)
        memcpy(o->buffer + o->at, bytes, n);
    o->at += n;
}

static void put_zeros(Out *o, size_t n) {
    CHECK(n <= SIZE_MAX - o->at);
    if (o->at + n <= o->size)
        memset(o->buffer + o->at, 0, n);
    o->at += n;
}

static void put_globals(Out *o, const Blocks *blocks, const StateWord *state, u32 nblocks) {
    for (u32 i = 0; i < nblocks; i++) {
        const Block *b = blocks_get(blocks, vector_id(state, i));
        size_t at = o->at;
        ENSURE(at % BLOCK_ALIGN == 0);
        put(o, block_data(b), b->size);
        if (o->at <= o->size)
            join(o->buffer + at, block_tags(b), b->ntags);
        put_zeros(o, align_up((u32)o->at) - o->at);
    }
}

static u32 put_tags(Out *o, const Blocks *blocks, const StateWord *state, u32 nblocks) {
    u32 n = 0;
    for (u32 i = 0; i < nblocks; i++) {
        const Block *b = blocks_get(blocks, vector_id(state, i));
        ENSURE(b->kind == OBJ_GLOBAL && !b->flags && !b->align_log && !b->site && !b->rank);
        if (!b->ntags && !b->nholes)
            continue;
        put(o, &(FlatTags){i, b->ntags, b->nholes}, sizeof(FlatTags));
        put(o, block_tags(b), b->ntags * sizeof(Tag));
        put(o, block_holes(b), b->nholes * sizeof(Hole));
        CHECK(o->at % 4 == 0);
        n++;
    }
    return n;
}

size_t flat_write(Flats *f, const StateWord *state, void *buffer, size_t size) {
    const Blocks *blocks = store_blocks(f->store);
    const Program *p = store_program(f->store);
    u32 ndyn = vector_objects(state), nthreads = vector_threads(state);
    Out o = {.buffer = buffer, .size = size};
    put_zeros(&o, sizeof(FlatHead));
    put_globals(&o, blocks, state, p->nblocks);
    ENSURE(o.at == flat_globals_end(p));
    FlatHead h = {.ndyn = ndyn, .nthreads = nthreads, .is_anchored = vector_is_anchored(state)};
    h.nmarked = put_tags(&o, blocks, state, p->nblocks);
    for (u32 i = 0; i < ndyn + nthreads; i++) {
        const Block *b = blocks_get(blocks, vector_id(state, leaf_of_object(p, i)));
        put(&o, b, block_bytes(b));
    }
    h.extra = vector_extra(p, state);
    ENSURE(o.at <= UINT32_MAX && o.at % 4 == 0);
    h.bytes = (u32)o.at;
    if (o.at <= size) {
        memcpy(o.buffer, &h, sizeof h);
        memset(o.buffer + o.at, 0, size - o.at);
        CHECK(flat_bytes(buffer) == o.at);
    }
    return o.at;
}

// ---- what is compared of a state ----------------------------------------------------------------
//
//   FlatMatched
//   the blocks: globals, objects, threads, values
//   zeros to the end of the buffer

typedef struct FlatMatched {
    u32 bytes, nobjects, nthreads, nvalues, extra;
    u32 unused;
} FlatMatched;

size_t flat_write_matched(StateView *v, const StateWord *state, const MatchSpec *terms,
                          void *buffer, size_t size) {
    Matched m = view_take_matched(v, state, terms);
    Out o = {.buffer = buffer, .size = size};
    u32 nblocks = m.n - terms->nvalues - 1;
    ENSURE(nblocks < m.n && nblocks >= m.nobjects + vector_threads(state));
    put_zeros(&o, sizeof(FlatMatched));
    for (u32 i = 0; i < m.n; i++) {
        const Block *b = i == nblocks ? NULL : blocks_get(m.blocks, m.leaves[i]);
        if (b)
            put(&o, b, block_bytes(b));
    }
    if (o.at <= size) {
        FlatMatched h = {(u32)o.at,      m.nobjects,        vector_threads(state),
                         terms->nvalues, m.leaves[nblocks], 0};
        memcpy(buffer, &h, sizeof h);
        memset(o.buffer + o.at, 0, size - o.at);
    }
    return o.at;
}

// ---- reading ------------------------------------------------------------------------------------

typedef struct In {
    const u8 *buffer;
    size_t at;
} In;

static const void *take(In *in, size_t n) {
    CHECK(in->at % 4 == 0 && n % 4 == 0);
    const void *at = in->buffer + in->at;
    in->at += n;
    return at;
}

// The block of globals with these contents.
static const Block *global_block(Flats *f, u32 size, const u8 *data, const FlatTags *marks,
                                 In *in) {
    u32 padded = (size + 7) & ~7u, ntags = marks ? marks->ntags : 0,
        nholes = marks ? marks->nholes : 0;
    size_t bytes = sizeof(Block) + padded + ntags * sizeof(Tag) + nholes * sizeof(Hole);
    VEC_RESERVE(f->scratch, 0, f->scratch_cap, bytes);
    Block *b = (Block *)f->scratch;
    ENSURE((uintptr_t)b % _Alignof(Block) == 0);
    u8 *to = (u8 *)(b + 1);
    *b = (Block){.size = size, .kind = OBJ_GLOBAL};
    if (size)
        memcpy(to, data, size);
    memset(to + size, 0, padded - size);
    if (!marks)
        return b;
    Tag *tags = (Tag *)(to + padded);
    memcpy(tags, take(in, ntags * sizeof(Tag)), ntags * sizeof(Tag));
    b->ntags = split(to, tags, ntags);
    Hole *holes = (Hole *)(tags + b->ntags);
    memcpy(holes, take(in, nholes * sizeof(Hole)), nholes * sizeof(Hole));
    b->nholes = keep_holes(to, holes, nholes);
    ENSURE(b->ntags <= ntags && b->nholes <= nholes && block_bytes(b) <= bytes);
    return b;
}

static void take_globals(Flats *f, In *marks, u32 nmarked, StateWord *leaves) {
    const Program *p = store_program(f->store);
    u32 at = sizeof(FlatHead), done = 0;
    for (u32 i = 0; i < p->nblocks; i++) {
        FlatTags next = {.block = UINT32_MAX};
        if (done < nmarked)
            memcpy(&next, marks->buffer + marks->at, sizeof next);
        bool is_marked = next.block == i;
        if (is_marked) {
            marks->at += sizeof next;
            done++;
        }
        const Block *b =
            global_block(f, p->blocks[i].size, marks->buffer + at, is_marked ? &next : NULL, marks);
        leaves[i] = blocks_id(store_blocks(f->store), b);
        at = align_up(at + p->blocks[i].size);
    }
    ENSURE(done == nmarked && at == flat_globals_end(p));
}

// A Block lies in the buffer at a multiple of 4, which is all that it needs.
static void take_blocks(Flats *f, In *in, u32 n, StateWord *leaves) {
    for (u32 i = 0; i < n; i++) {
        const Block *b = (const Block *)(in->buffer + in->at);
        ENSURE(in->at % 4 == 0);
        leaves[i] = blocks_id(store_blocks(f->store), b);
        in->at += block_bytes(b);
    }
}

// The store has new blocks: its tables may have to grow.
static void rest(Flats *f) {
    if (blocks_want_growth(store_blocks(f->store)))
        store_want_rest(f->store);
    store_rest_if_wanted(f->store);
}

StateWord *flat_read(Flats *f, const void *flat) {
    const Program *p = store_program(f->store);
    FlatHead h;
    memcpy(&h, flat, sizeof h);
    u32 words = vector_plain_words(vector_count_leaves(p, h.ndyn, h.nthreads));
    ENSURE(h.nthreads <= MAX_THREADS && h.nmarked <= p->nblocks);
    VEC_RESERVE(f->vector, 0, f->vector_cap, words);
    vector_set_head(f->vector, h.ndyn, h.nthreads, words, h.is_anchored);
    ENSURE(h.is_anchored <= 1 && !h.unused[0] && !h.unused[1]);
    StateWord *leaves = vector_rows(f->vector);
    In in = {.buffer = flat, .at = block_offset(p, p->nblocks)};
    take_globals(f, &in, h.nmarked, leaves);
    take_blocks(f, &in, h.ndyn + h.nthreads, leaves + leaf_of_object(p, 0));
    ENSURE(in.at == h.bytes && "the buffer of a state was overwritten");
    leaves[leaf_of_extra(p, f->vector)] = h.extra;
    rest(f);
    return f->vector;
}
