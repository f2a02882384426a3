// SPDX-License-Identifier: Apache-2.0
// expect: holds for one layout of memory
// Locals of two threads lie in different places, and each in the same for as long as it lives.
#include <assert.h>
#include <pthread.h>
#include <stdint.h>

static uintptr_t seen[2];

static void *note(void *arg) {
    int local = 0;
    uintptr_t *out = arg;
    *out = (uintptr_t)&local * 31;
    *(int *)(*out / 31) = 5;
    assert(local == 5);
    return NULL;
}

int main(void) {
    pthread_t t;
    pthread_create(&t, NULL, note, &seen[1]);
    int local = 0;
    seen[0] = (uintptr_t)&local * 31;
    *(int *)(seen[0] / 31) = 5;
    pthread_join(t, NULL);
    assert(local == 5 && seen[0] != seen[1]);
    return 0;
}
