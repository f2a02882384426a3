// SPDX-License-Identifier: Apache-2.0
// expect: holds
// A spin lock from atomic_flag, with pause while waiting.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

static atomic_flag lock = ATOMIC_FLAG_INIT;
static int counter;

static void *add(void *arg) {
    while (atomic_flag_test_and_set(&lock))
        __builtin_ia32_pause();
    counter++;
    atomic_flag_clear(&lock);
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
