// SPDX-License-Identifier: Apache-2.0
// expect: violated assertion line 24
// An exchange that fails writes what it found to a plain structure, piece by piece.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdbool.h>

typedef struct { long a[3]; } three;
static _Atomic three object = (three){{1, 1, 1}};
static three expected;

static void *exchanger(void *arg) {
    bool is_equal = atomic_compare_exchange_strong(&object, &expected, ((three){{2, 2, 2}}));
    assert(!is_equal);
    return arg;
}

int main(void) {
    pthread_t t;
    pthread_create(&t, NULL, exchanger, NULL);
    long first = *(volatile long *)&expected.a[0];
    long last = *(volatile long *)&expected.a[2];
    assert(first == 0 || last == 1);
    pthread_join(t, NULL);
    return 0;
}
