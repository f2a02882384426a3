// SPDX-License-Identifier: Apache-2.0
// expect: holds under sequential consistency
// sched_yield in a spin loop.
#include <assert.h>
#include <pthread.h>
#include <sched.h>

static volatile int ready, data;

static void *producer(void *arg) {
    data = 9;
    ready = 1;
    return arg;
}

int main(void) {
    pthread_t a;
    pthread_create(&a, NULL, producer, NULL);
    while (!ready)
        sched_yield();
    assert(data == 9);
    pthread_join(a, NULL);
    return 0;
}
