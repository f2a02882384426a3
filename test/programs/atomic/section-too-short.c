// SPDX-License-Identifier: Apache-2.0
// expect: violated assertion line 24
// Two atomic sections are not one.
#include <assert.h>
#include <heddle.h>
#include <pthread.h>

static int x, y;

static void *both(void *arg) {
    heddle_atomic_begin();
    x++;
    heddle_atomic_end();
    heddle_atomic_begin();
    y++;
    heddle_atomic_end();
    return arg;
}

int main(void) {
    pthread_t a;
    pthread_create(&a, NULL, both, NULL);
    heddle_atomic_begin();
    assert(x == y);
    heddle_atomic_end();
    pthread_join(a, NULL);
    return 0;
}
