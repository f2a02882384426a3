// SPDX-License-Identifier: Apache-2.0
// expect: violated data-race line 19
// message: no release and acquire order it after the write of 4 bytes by thread 2
// options: --property race
// A relaxed flag publishes nothing, though the two accesses are never adjacent.
#include <pthread.h>
#include <stdatomic.h>

static int data;
static atomic_int ready;

static void *produce(void *arg) {
    data = 1;
    atomic_store_explicit(&ready, 1, memory_order_relaxed);
    return arg;
}

static int consume(void) {
    return atomic_load_explicit(&ready, memory_order_relaxed) ? data : 0;
}

int main(void) {
    pthread_t thread;
    pthread_create(&thread, NULL, produce, NULL);
    consume();
    pthread_join(thread, NULL);
    return 0;
}
