// SPDX-License-Identifier: Apache-2.0
// Three threads: a ticket lock made of an atomic fetch-add, and a lock-free counter made of compare-exchange; N
// rounds each.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

#ifndef N
#define N 2
#endif

static atomic_int next_ticket, serving, total;
static int counter;

static void *work(void *unused) {
    for (int i = 0; i < N; i++) {
        int mine = atomic_fetch_add(&next_ticket, 1);
        while (atomic_load(&serving) != mine) {
        }
        counter++;
        atomic_store(&serving, mine + 1);
        int old = atomic_load(&total);
        while (!atomic_compare_exchange_strong(&total, &old, old + 1)) {
        }
    }
    return unused;
}

int main(void) {
    pthread_t a, b, c;
    pthread_create(&a, NULL, work, NULL);
    pthread_create(&b, NULL, work, NULL);
    pthread_create(&c, NULL, work, NULL);
    pthread_join(a, NULL);
    pthread_join(b, NULL);
    pthread_join(c, NULL);
    assert(counter == 3 * N);
    assert(atomic_load(&total) == 3 * N);
    return 0;
}
