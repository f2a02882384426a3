// SPDX-License-Identifier: Apache-2.0
// expect: violated assertion line 27
// options: --context-bound 0
// A compare-exchange that fails changes nothing: who tries it again and again gives up the processor.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

static atomic_int lock = 1, passed;

static void *opener(void *arg) {
    passed = 1;
    lock = 0;
    return arg;
}

int main(void) {
    pthread_t t;
    pthread_create(&t, NULL, opener, NULL);
    for (;;) {
        int expected = 0;
        if (atomic_compare_exchange_weak(&lock, &expected, 1))
            break;
    }
    pthread_join(t, NULL);
    // There is no other way here than through the spin.
    assert(!passed);
    return 0;
}
