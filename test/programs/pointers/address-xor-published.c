// SPDX-License-Identifier: Apache-2.0
// expect: violated assertion
// The only way from one thread to the other's block is a number in disguise, and both write there.
#include <assert.h>
#include <pthread.h>
#include <stdint.h>
#include <stdlib.h>

#define MASK 0x5a5a5a5aul
static _Atomic uintptr_t hidden;

static void *add(void *arg) {
    (void)arg;
    uintptr_t h = hidden;
    if (h)
        ++*(volatile int *)(h ^ MASK);
    return NULL;
}

int main(void) {
    pthread_t t;
    volatile int *count = malloc(sizeof *count);
    *count = 0;
    pthread_create(&t, NULL, add, NULL);
    hidden = (uintptr_t)count ^ MASK;
    int seen = *count;
    *count = seen + 1;
    pthread_join(t, NULL);
    assert(*count != 1 || hidden == 0);
    free((void *)count);
    return 0;
}
