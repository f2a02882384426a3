// SPDX-License-Identifier: Apache-2.0
// expect: violated deadlock
// options: --context-bound 1
// One preemption between the two locks is enough for a deadlock.
#include <pthread.h>

static pthread_mutex_t first = PTHREAD_MUTEX_INITIALIZER, second = PTHREAD_MUTEX_INITIALIZER;

static void *forward(void *arg) {
    pthread_mutex_lock(&first);
    pthread_mutex_lock(&second);
    pthread_mutex_unlock(&second);
    pthread_mutex_unlock(&first);
    return arg;
}

int main(void) {
    pthread_t a;
    pthread_create(&a, NULL, forward, NULL);
    pthread_mutex_lock(&second);
    pthread_mutex_lock(&first);
    pthread_mutex_unlock(&first);
    pthread_mutex_unlock(&second);
    pthread_join(a, NULL);
    return 0;
}
