// SPDX-License-Identifier: Apache-2.0
// expect: holds
// A ring of two cells between a producer and a consumer that spin.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

enum { N = 2, ITEMS = 3 };
static int ring[N];
static atomic_int head, tail;

static void *produce(void *arg) {
    for (int i = 0; i < ITEMS; i++) {
        while (atomic_load(&head) - atomic_load(&tail) == N)
            ;
        ring[head % N] = i * i;
        atomic_fetch_add(&head, 1);
    }
    return arg;
}

int main(void) {
    pthread_t a;
    pthread_create(&a, NULL, produce, NULL);
    for (int i = 0; i < ITEMS; i++) {
        while (atomic_load(&head) == atomic_load(&tail))
            ;
        assert(ring[tail % N] == i * i);
        atomic_fetch_add(&tail, 1);
    }
    pthread_join(a, NULL);
    return 0;
}
