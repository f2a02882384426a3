// SPDX-License-Identifier: Apache-2.0
// expect: holds for one layout of memory
// The bytes of a pointer, one by one, as a hash function for anything reads them.
#include <assert.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>

static uint32_t hash(const void *memory, size_t n) {
    const unsigned char *b = memory;
    uint32_t h = 2166136261u;
    while (n--)
        h = (h ^ *b++) * 16777619u;
    return h;
}

int main(void) {
    int *p = malloc(100 * sizeof *p), *q = p + 70, *r = &p[70];
    assert(hash(&q, sizeof q) == hash(&r, sizeof r));
    uintptr_t n = (uintptr_t)q;
    assert(hash(&n, sizeof n) == hash(&q, sizeof q));
    unsigned char bytes[sizeof q];
    for (size_t i = 0; i < sizeof q; i++)
        bytes[i] = (unsigned char)(n >> 8 * i);
    assert(hash(bytes, sizeof bytes) == hash(&q, sizeof q));
    free(p);
    return 0;
}
