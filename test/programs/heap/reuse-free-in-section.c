// SPDX-License-Identifier: Apache-2.0
// expect: holds
// options: --reuse-addresses
// Whoever gets the address of a block that is freed in an atomic section comes after the section.
#include "../../../include/heddle.h"
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>

static int is_over;
static void *_Atomic again;
static atomic_int seen = -1;

static void *frees(void *arg) {
    int *block = malloc(sizeof *block);
    heddle_atomic_begin();
    free(block);
    is_over = 1;
    heddle_atomic_end();
    if (seen == 0)
        assert(again != block);
    return arg;
}

static void *gets(void *arg) {
    int *block = malloc(sizeof *block);
    int was_over = is_over;
    again = block;
    seen = was_over;
    return arg;
}

int main(void) {
    pthread_t a, b;
    pthread_create(&a, NULL, frees, NULL);
    pthread_create(&b, NULL, gets, NULL);
    pthread_join(a, NULL);
    pthread_join(b, NULL);
    return 0;
}
