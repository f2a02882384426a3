// SPDX-License-Identifier: Apache-2.0
// expect: holds
// options: --context-bound 0
// A thread that has woken up without a signal looks at its condition and waits again; to interrupt it in between is a
// preemption, although it will be back where it is. So nobody finds the mutex taken.
#include <assert.h>
#include <pthread.h>

static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t c = PTHREAD_COND_INITIALIZER;
static int ready;

static void *setter(void *arg) {
    int error = pthread_mutex_trylock(&m);
    assert(!error);
    ready = 1;
    pthread_cond_signal(&c);
    pthread_mutex_unlock(&m);
    return arg;
}

int main(void) {
    pthread_t t;
    pthread_create(&t, NULL, setter, NULL);
    pthread_mutex_lock(&m);
    while (!ready)
        pthread_cond_wait(&c, &m);
    pthread_mutex_unlock(&m);
    pthread_join(t, NULL);
    return 0;
}
