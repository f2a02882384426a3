// SPDX-License-Identifier: Apache-2.0
// expect: holds for one layout of memory
// options: -m32
// The same for 32 bits: blocks, globals, locals and thread ids have addresses that fit.
#include <assert.h>
#include <pthread.h>
#include <stdint.h>
#include <stdlib.h>

static int global;

static void *work(void *arg) {
    (void)arg;
    int local = 0, *p = malloc(sizeof *p);
    *p = 1;
    uint32_t x = (uintptr_t)p ^ (uintptr_t)&local ^ (uintptr_t)&global ^ (uint32_t)pthread_self();
    x ^= (uintptr_t)&local ^ (uintptr_t)&global ^ (uint32_t)pthread_self();
    assert(*(int *)(uintptr_t)x == 1);
    free(p);
    return NULL;
}

int main(void) {
    pthread_t t;
    pthread_create(&t, NULL, work, NULL);
    work(NULL);
    pthread_join(t, NULL);
    return 0;
}
