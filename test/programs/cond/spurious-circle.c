// SPDX-License-Identifier: Apache-2.0
// expect: violated deadlock
// message: thread 2 waits for mutex 'lock' held by thread 1
// A thread that woke up without a signal waits for a mutex whose holder waits for its end, while a third one goes on.
#include <pthread.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t never = PTHREAD_COND_INITIALIZER;
static volatile int beats;

static void *sleeper(void *arg) {
    pthread_mutex_lock(&lock);
    pthread_cond_wait(&never, &lock);
    pthread_mutex_unlock(&lock);
    return arg;
}

static void *heart(void *arg) {
    for (;;)
        beats = !beats;
    return arg;
}

int main(void) {
    pthread_t a, b;
    pthread_create(&a, NULL, sleeper, NULL);
    pthread_create(&b, NULL, heart, NULL);
    pthread_mutex_lock(&lock);
    pthread_join(a, NULL);
    return 0;
}
