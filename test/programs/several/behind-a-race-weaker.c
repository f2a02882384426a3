// SPDX-License-Identifier: Apache-2.0
// expect: violated data-race
// options: --property race --continue
// violations: data-race 14+24; data-race 15+22
// message: there are no others under sequential consistency, except data races of the same lines
// With atomics that are weaker it is known what the flag does not order: nothing hides behind it.
#include <pthread.h>
#include <stdatomic.h>

static int flag, data;
static atomic_int other;

static void *writer(void *arg) {
    data = 1;
    flag = 1;
    return arg;
}

int main(void) {
    pthread_t t;
    pthread_create(&t, NULL, writer, NULL);
    while (!flag)
        ;
    data = 2;
    atomic_load_explicit(&other, memory_order_relaxed);
    pthread_join(t, NULL);
    return 0;
}
