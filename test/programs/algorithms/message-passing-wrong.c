// SPDX-License-Identifier: Apache-2.0
// expect: violated assertion line 21
// The flag is set before the data.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

static int data;
static atomic_int ready;

static void *producer(void *arg) {
    ready = 1;
    data = 42;
    return arg;
}

int main(void) {
    pthread_t a;
    pthread_create(&a, NULL, producer, NULL);
    if (ready)
        assert(data == 42);
    pthread_join(a, NULL);
    return 0;
}
