// SPDX-License-Identifier: Apache-2.0
// expect: violated assertion line 35
// options: --context-bound 0
// To wake up without a signal is a choice and no preemption, and so is to go on with it while others can run: the thread that
// went last has ended or waits.
#include <assert.h>
#include <pthread.h>

static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t c = PTHREAD_COND_INITIALIZER;
static int ready;

static void *sleeper(void *arg) {
    pthread_mutex_lock(&m);
    pthread_cond_wait(&c, &m);
    pthread_mutex_unlock(&m);
    return arg;
}

static void *setter(void *arg) {
    pthread_mutex_lock(&m);
    ready = 1;
    pthread_cond_broadcast(&c);
    pthread_mutex_unlock(&m);
    return arg;
}

int main(void) {
    pthread_t t[2];
    pthread_create(&t[0], NULL, sleeper, NULL);
    pthread_create(&t[1], NULL, setter, NULL);
    pthread_mutex_lock(&m);
    pthread_cond_wait(&c, &m);
    // Nobody may rely on one wait.
    assert(ready);
    pthread_mutex_unlock(&m);
    return 0;
}
