// SPDX-License-Identifier: Apache-2.0
// Hash map from LLVM's objects to numbers.
#include "front/front_int.h"

static u32 slot_of(const PtrMap *m, const void *key) {
    u32 i = (u32)hash_mix((u64)(uintptr_t)key) & (m->cap - 1);
    while (m->keys[i] && m->keys[i] != key)
        i = (i + 1) & (m->cap - 1);
    return i;
}

static void grow(PtrMap *m) {
    PtrMap old = *m;
    m->cap = old.cap ? old.cap * 2 : 64;
    m->keys = mem_zalloc(m->cap * sizeof *m->keys);
    m->vals = mem_alloc(m->cap * sizeof *m->vals);
    for (u32 i = 0; i < old.cap; i++) {
        if (old.keys[i]) {
            u32 at = slot_of(m, old.keys[i]);
            m->keys[at] = old.keys[i];
            m->vals[at] = old.vals[i];
        }
    }
    old.n = m->n;
    ptrmap_done(&old);
}

void ptrmap_put(PtrMap *m, const void *key, u32 val) {
    ENSURE(key);
    if (m->n * 2 >= m->cap)
        grow(m);
    u32 at = slot_of(m, key);
    if (!m->keys[at]) {
        m->keys[at] = key;
        m->n++;
    }
    m->vals[at] = val;
}

bool ptrmap_get(const PtrMap *m, const void *key, u32 *val) {
    if (m->cap == 0 || !key)
        return false;
    u32 at = slot_of(m, key);
    if (!m->keys[at])
        return false;
    *val = m->vals[at];
    return true;
}

void ptrmap_done(PtrMap *m) {
    if (m->cap) {
        mem_free(m->keys, m->cap * sizeof *m->keys);
        mem_free(m->vals, m->cap * sizeof *m->vals);
    }
    *m = (PtrMap){0};
}
