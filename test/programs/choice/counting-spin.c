// SPDX-License-Identifier: Apache-2.0
// expect: violated assertion
// orders: mixed bfs
// no-none: too many states
// A thread counts while it waits: it comes to the same place again and again with another number, and leads on each time. That must
// not keep others from being tried, one of which has a mistake.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

static atomic_int flag, x;
static unsigned turns;

static void *wait_for_flag(void *arg) {
    unsigned n = 0;
    while (!flag)
        n++;
    turns = n;
    return arg;
}

static void *fail(void *arg) {
    x = 1;
    assert(x == 0);
    return arg;
}

int main(void) {
    pthread_t a, b;
    pthread_create(&a, NULL, wait_for_flag, NULL);
    pthread_create(&b, NULL, fail, NULL);
    pthread_join(a, NULL);
    pthread_join(b, NULL);
}
