// SPDX-License-Identifier: Apache-2.0
// expect: violated assertion
// An exchange that fails is a read: it conflicts with the store that would let it succeed.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

static atomic_int x, other;

static void *try(void *arg) {
    int wanted = 7;
    if (atomic_compare_exchange_strong(&x, &wanted, 8))
        other = 1;
    return arg;
}

static void *store(void *arg) {
    x = 7;
    assert(!other);
    x = 6;
    return arg;
}

int main(void) {
    pthread_t t[3];
    pthread_create(&t[0], NULL, try, NULL);
    pthread_create(&t[1], NULL, try, NULL);
    pthread_create(&t[2], NULL, store, NULL);
    for (int i = 0; i < 3; i++)
        pthread_join(t[i], NULL);
}
