// SPDX-License-Identifier: Apache-2.0
// expect: holds
// levels: -O0 -O2
// Atomic increments lose nothing.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

static atomic_int counter;

static void *add(void *arg) {
    atomic_fetch_add(&counter, 1);
    counter++;
    return arg;
}

int main(void) {
    pthread_t t[3];
    for (int i = 0; i < 3; i++)
        pthread_create(&t[i], NULL, add, NULL);
    for (int i = 0; i < 3; i++)
        pthread_join(t[i], NULL);
    assert(counter == 6);
    return 0;
}
