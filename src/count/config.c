// SPDX-License-Identifier: Apache-2.0
// Configurations: order, covering, acceleration. Most local states have no threads, so only those
// that have some are there.
#include "count/count_int.h"

#include <string.h>

static u64 bit_of(u32 local) { return (u64)1 << (local & 63); }

void config_done(CountConfig *c) {
    VEC_FREE(c->parts, c->cap);
    c->n = 0;
}

void config_copy(CountConfig *to, const CountConfig *from) {
    ENSURE(to != from);
    VEC_RESERVE(to->parts, 0, to->cap, from->n);
    if (from->n)
        memcpy(to->parts, from->parts, from->n * sizeof *from->parts);
    to->n = from->n;
    to->global = from->global;
    to->locals = from->locals;
}

// Where the local state is, or would be.
static u32 place_of(const CountConfig *c, u32 local) {
    u32 low = 0, high = c->n;
    while (low < high) {
        u32 middle = low + (high - low) / 2;
        if (c->parts[middle].local < local)
            low = middle + 1;
        else
            high = middle;
    }
    return low;
}

static bool is_at(const CountConfig *c, u32 at, u32 local) {
    return at < c->n && c->parts[at].local == local;
}

void config_add(CountConfig *c, u32 local, u32 count) {
    ENSURE(local != LOCAL_NONE);
    u32 at = place_of(c, local);
    if (!count)
        return;
    if (is_at(c, at, local)) {
        u32 *now = &c->parts[at].count;
        bool is_any = *now == COUNT_ANY || count == COUNT_ANY;
        if (!is_any && count >= COUNT_ANY - *now)
            mem_exhausted("more than 4294967294 threads in a local state would be counted");
        *now = is_any ? COUNT_ANY : *now + count;
        return;
    }
    VEC_RESERVE(c->parts, c->n, c->cap, 1);
    memmove(c->parts + at + 1, c->parts + at, (c->n - at) * sizeof *c->parts);
    c->parts[at] = (CountPart){local, count};
    c->locals |= bit_of(local);
    c->n++;
}

bool config_remove(CountConfig *c, u32 local) {
    u32 at = place_of(c, local);
    if (!is_at(c, at, local))
        return false;
    if (c->parts[at].count == COUNT_ANY || --c->parts[at].count)
        return true;
    c->n--;
    memmove(c->parts + at, c->parts + at + 1, (c->n - at) * sizeof *c->parts);
    c->locals = 0;
    for (u32 i = 0; i < c->n; i++)
        c->locals |= bit_of(c->parts[i].local);
    return true;
}

u32 config_count(const CountConfig *c, u32 local) {
    u32 at = place_of(c, local);
    return is_at(c, at, local) ? c->parts[at].count : 0;
}

bool config_equal(const CountConfig *a, const CountConfig *b) {
    return a->global == b->global && a->n == b->n &&
           (!a->n || memcmp(a->parts, b->parts, a->n * sizeof *a->parts) == 0);
}

u64 config_hash(const CountConfig *c) {
    return hash_bytes(c->parts, c->n * sizeof *c->parts, c->global);
}

bool config_covers(const CountConfig *b, const CountConfig *a) {
    if (a->global != b->global || a->n > b->n || (a->locals & ~b->locals))
        return false;
    for (u32 i = 0, k = 0; i < a->n; i++, k++) {
        while (k < b->n && b->parts[k].local < a->parts[i].local)
            k++;
        // COUNT_ANY is the largest number, too
        if (!is_at(b, k, a->parts[i].local) || a->parts[i].count > b->parts[k].count)
            return false;
    }
    return true;
}

bool config_accelerate(CountConfig *c, const CountConfig *from) {
    CHECK(config_covers(c, from));
    bool is_changed = false;
    for (u32 i = 0, k = 0; i < c->n; i++) {
        while (k < from->n && from->parts[k].local < c->parts[i].local)
            k++;
        u32 before = is_at(from, k, c->parts[i].local) ? from->parts[k].count : 0;
        if (c->parts[i].count > before && c->parts[i].count != COUNT_ANY) {
            c->parts[i].count = COUNT_ANY;
            is_changed = true;
        }
    }
    return is_changed;
}
