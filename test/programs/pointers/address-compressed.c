// SPDX-License-Identifier: Apache-2.0
// expect: holds for one layout of memory
// Pointers as 32-bit distances from a block, and blocks as numbers of 16 bytes.
#include <assert.h>
#include <stdint.h>
#include <stdlib.h>

struct cell {
    int32_t next; // from base; 0: none
    int value;
};
static char *base;

static int32_t pack(void *p) { return p ? (int32_t)((uintptr_t)p - (uintptr_t)base) : 0; }
static void *unpack(int32_t n) { return n ? (void *)((uintptr_t)base + n) : NULL; }

int main(void) {
    base = malloc(8);
    struct cell *list = NULL;
    for (int i = 1; i <= 3; i++) {
        struct cell *c = malloc(sizeof *c);
        *c = (struct cell){pack(list), i};
        list = c;
    }
    int sum = 0;
    while (list) {
        struct cell *next = unpack(list->next);
        uintptr_t tiny = (uintptr_t)list >> 4;
        sum += ((struct cell *)(tiny << 4))->value;
        free(list);
        list = next;
    }
    assert(sum == 6);
    free(base);
    return 0;
}
