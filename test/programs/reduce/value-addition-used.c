// SPDX-License-Identifier: Apache-2.0
// expect: violated assertion
// The result of an addition is used by one of two threads: it tells whether the other one came first.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

static atomic_int n;

static void *add(void *arg) {
    atomic_fetch_add(&n, 1);
    return arg;
}

static void *add_and_look(void *arg) {
    assert(atomic_fetch_add(&n, 1) == 0);
    return arg;
}

int main(void) {
    pthread_t t[2];
    pthread_create(&t[0], NULL, add, NULL);
    pthread_create(&t[1], NULL, add_and_look, NULL);
    for (int i = 0; i < 2; i++)
        pthread_join(t[i], NULL);
}
