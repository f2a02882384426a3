// SPDX-License-Identifier: Apache-2.0
// expect: holds
// No other thread runs between heddle_atomic_begin and heddle_atomic_end; they nest.
#include <assert.h>
#include <heddle.h>
#include <pthread.h>

static int x, y;

static void *both(void *arg) {
    heddle_atomic_begin();
    x++;
    heddle_atomic_begin();
    y++;
    heddle_atomic_end();
    assert(x == y);
    x++;
    y++;
    heddle_atomic_end();
    return arg;
}

int main(void) {
    pthread_t a, b;
    pthread_create(&a, NULL, both, NULL);
    pthread_create(&b, NULL, both, NULL);
    heddle_atomic_begin();
    assert(x == y && x % 2 == 0);
    heddle_atomic_end();
    pthread_join(a, NULL);
    pthread_join(b, NULL);
    assert(x == 4);
    return 0;
}
