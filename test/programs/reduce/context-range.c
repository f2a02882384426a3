// SPDX-License-Identifier: Apache-2.0
// expect: violated assertion line 19
// options: --context-bound 0..3
// message: holds under sequential consistency, within 0 context switches
// message: holds under sequential consistency, within 1 context switch\b
// One bound after the other is tried until the reader sees both values, which needs two preemptions.
#include <assert.h>
#include <pthread.h>

static volatile int x;

static void *writer(void *arg) {
    x = 1;
    x = 2;
    return arg;
}
static void *reader(void *arg) {
    int first = x, second = x;
    assert(!(first == 1 && second == 2));
    return arg;
}

int main(void) {
    pthread_t a, b;
    pthread_create(&a, NULL, writer, NULL);
    pthread_create(&b, NULL, reader, NULL);
    pthread_join(a, NULL);
    pthread_join(b, NULL);
    return 0;
}
