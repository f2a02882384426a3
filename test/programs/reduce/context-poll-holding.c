// SPDX-License-Identifier: Apache-2.0
// expect: holds
// options: --context-bound 0
// To interrupt a thread that polls under a lock while it holds the lock is a preemption: nobody finds it taken.
#include <assert.h>
#include <pthread.h>
#include <stdbool.h>

static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static bool ready;

static bool is_ready(void) {
    pthread_mutex_lock(&m);
    bool now = ready;
    pthread_mutex_unlock(&m);
    return now;
}

static void *setter(void *arg) {
    int error = pthread_mutex_trylock(&m);
    assert(!error);
    ready = true;
    pthread_mutex_unlock(&m);
    return arg;
}

int main(void) {
    pthread_t t;
    pthread_create(&t, NULL, setter, NULL);
    while (!is_ready())
        ;
    pthread_join(t, NULL);
    return 0;
}
