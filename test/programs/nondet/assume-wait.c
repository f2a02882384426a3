// SPDX-License-Identifier: Apache-2.0
// expect: holds under sequential consistency
// An assumption used as a wait: runs in which it is too early are dropped.
#include <assert.h>
#include <heddle.h>
#include <pthread.h>

static int data;
static volatile int ready;

static void *producer(void *arg) {
    data = 42;
    ready = 1;
    return arg;
}

int main(void) {
    pthread_t a;
    pthread_create(&a, NULL, producer, NULL);
    heddle_assume(ready);
    assert(data == 42);
    pthread_join(a, NULL);
    return 0;
}
