// SPDX-License-Identifier: Apache-2.0
// expect: violated assertion line 26
// options: --context-bound 0
// The circle has two reads, and a lock that is taken and given back.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static atomic_int a, b;

static void *setter(void *arg) {
    a = 1;
    b = 1;
    return arg;
}

int main(void) {
    pthread_t t;
    pthread_create(&t, NULL, setter, NULL);
    do {
        pthread_mutex_lock(&m);
        pthread_mutex_unlock(&m);
    } while (!a || !b);
    pthread_join(t, NULL);
    assert(!a);
    return 0;
}
