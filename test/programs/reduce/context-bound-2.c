// SPDX-License-Identifier: Apache-2.0
// expect: violated assertion line 17
// options: --context-bound 2
// With two preemptions the reader sees both values.
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
