// SPDX-License-Identifier: Apache-2.0
// expect: violated deadlock line 22
// A lost wake-up is found also when threads may wake up by themselves: they need not.
#include <pthread.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t cond = PTHREAD_COND_INITIALIZER;
static int ready;

static void *producer(void *arg) {
    ready = 1;
    pthread_cond_signal(&cond);
    return arg;
}

int main(void) {
    pthread_t t;
    pthread_create(&t, NULL, producer, NULL);
    pthread_mutex_lock(&lock);
    while (!__atomic_load_n(&ready, __ATOMIC_SEQ_CST))
        // The signal may come between the test and the wait.
        pthread_cond_wait(&cond, &lock);
    pthread_mutex_unlock(&lock);
    pthread_join(t, NULL);
    return 0;
}
