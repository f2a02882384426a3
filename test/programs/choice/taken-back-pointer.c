// SPDX-License-Identifier: Apache-2.0
// expect: violated use-after-free
// A pointer to a block is there for a moment, and who has read it in this moment uses the block after it is freed.
#include <pthread.h>
#include <stdlib.h>

static int *shared, other, seen;

static void *lend(void *arg) {
    other = 1;
    int *block = calloc(1, sizeof *block);
    shared = block;
    shared = NULL;
    free(block);
    return arg;
}

static void *use(void *arg) {
    int *block = shared;
    if (block)
        seen = *block;
    return arg;
}

int main(void) {
    pthread_t a, b;
    pthread_create(&a, NULL, use, NULL);
    pthread_create(&b, NULL, lend, NULL);
    pthread_join(a, NULL);
    pthread_join(b, NULL);
}
