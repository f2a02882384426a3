// SPDX-License-Identifier: Apache-2.0
// A ring buffer between one producer and one consumer, with a third thread that watches how full it is; N items.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

#ifndef N
#define N 10
#endif
#ifndef SIZE
#define SIZE 4
#endif

static int ring[SIZE];
static atomic_int head, tail, done;

static void *produce(void *unused) {
    int at = 0;
    for (int i = 0; i < N; i++) {
        while (at - atomic_load(&head) == SIZE) {
        }
        ring[at % SIZE] = i;
        atomic_store(&tail, ++at);
    }
    return unused;
}

static void *consume(void *unused) {
    int at = 0;
    for (int i = 0; i < N; i++) {
        while (at == atomic_load(&tail)) {
        }
        assert(ring[at % SIZE] == i);
        atomic_store(&head, ++at);
    }
    atomic_store(&done, 1);
    return unused;
}

static void *watch(void *unused) {
    while (!atomic_load(&done)) {
        int from = atomic_load(&head), to = atomic_load(&tail);
        assert(to >= from);
    }
    return unused;
}

int main(void) {
    pthread_t a, b, c;
    pthread_create(&a, NULL, produce, NULL);
    pthread_create(&b, NULL, consume, NULL);
    pthread_create(&c, NULL, watch, NULL);
    pthread_join(a, NULL);
    pthread_join(b, NULL);
    pthread_join(c, NULL);
    return 0;
}
