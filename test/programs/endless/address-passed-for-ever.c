// SPDX-License-Identifier: Apache-2.0
// expect: holds for one layout of memory
// One thread makes blocks, the other hashes and frees them: there are as many addresses as blocks at a time.
#include <pthread.h>
#include <stdatomic.h>
#include <stdint.h>
#include <stdlib.h>

static int *_Atomic box;

static void *take(void *arg) {
    (void)arg;
    static unsigned buckets[3];
    for (;;) {
        int *p = atomic_exchange(&box, NULL);
        if (!p)
            continue;
        buckets[((uintptr_t)p >> 4) % 3] ^= 1;
        free(p);
    }
    return NULL;
}

int main(void) {
    pthread_t t;
    pthread_create(&t, NULL, take, NULL);
    for (;;) {
        if (atomic_load(&box))
            continue;
        atomic_store(&box, malloc(sizeof(int)));
    }
    return 0;
}
