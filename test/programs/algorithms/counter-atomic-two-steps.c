// SPDX-License-Identifier: Apache-2.0
// expect: violated assertion line 21
// An atomic load followed by an atomic store is not an atomic increment.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

static atomic_int counter;

static void *add(void *arg) {
    atomic_store(&counter, atomic_load(&counter) + 1);
    return arg;
}

int main(void) {
    pthread_t a, b;
    pthread_create(&a, NULL, add, NULL);
    pthread_create(&b, NULL, add, NULL);
    pthread_join(a, NULL);
    pthread_join(b, NULL);
    assert(counter == 2);
    return 0;
}
