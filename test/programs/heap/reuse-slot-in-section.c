// SPDX-License-Identifier: Apache-2.0
// expect: violated assertion line 22
// options: --reuse-addresses
// A block is freed in an atomic section; the other thread's block has nothing to do with it.
#include "../../../include/heddle.h"
#include <assert.h>
#include <pthread.h>
#include <stdlib.h>

static volatile int x, y;

static void *frees(void *arg) {
    int *block = malloc(sizeof *block);
    y = 1;
    heddle_atomic_begin(), free(block), block = NULL, x = 1, heddle_atomic_end();
    return arg;
}
static void *writes(void *arg) {
    if (y) {
        int *block = malloc(sizeof *block);
        *block = 2;
        assert(x == 1);
    }
    return arg;
}
int main(void) {
    pthread_t a, b;
    pthread_create(&a, NULL, frees, NULL);
    pthread_create(&b, NULL, writes, NULL);
    pthread_join(a, NULL);
    pthread_join(b, NULL);
    return 0;
}
