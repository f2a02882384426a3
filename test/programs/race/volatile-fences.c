// SPDX-License-Identifier: Apache-2.0
// expect: holds under sequential consistency and the assumption that volatile accesses are atomic
// options: --property race --volatile-atomic
// With fences, as old code has it, they do.
#include <assert.h>
#include <pthread.h>

static volatile int ready;
static int data;

static void *produce(void *arg) {
    data = 1;
    __sync_synchronize();
    ready = 1;
    return arg;
}

int main(void) {
    pthread_t thread;
    pthread_create(&thread, NULL, produce, NULL);
    if (ready) {
        __sync_synchronize();
        assert(data == 1);
    }
    pthread_join(thread, NULL);
    return 0;
}
