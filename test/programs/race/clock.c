// SPDX-License-Identifier: Apache-2.0
// expect: violated data-race line 25
// options: --property race --clock-ticks 2
// To look at the clock orders nothing.
#include <pthread.h>
#include <stdatomic.h>
#include <time.h>

static atomic_int is_told;
static int data;

static void *tell(void *arg) {
    data = 1;
    time(NULL);
    atomic_store_explicit(&is_told, 1, memory_order_relaxed);
    return arg;
}

int main(void) {
    pthread_t thread;
    int seen = 0;
    pthread_create(&thread, NULL, tell, NULL);
    if (atomic_load_explicit(&is_told, memory_order_relaxed)) {
        time(NULL);
        seen = data;
    }
    pthread_join(thread, NULL);
    return seen;
}
