// SPDX-License-Identifier: Apache-2.0
// expect: holds
// Opposite orders are no deadlock if one side gives up.
#include <pthread.h>
#include <time.h>

static const struct timespec soon = {1, 0};
static pthread_mutex_t first = PTHREAD_MUTEX_INITIALIZER, second = PTHREAD_MUTEX_INITIALIZER;

static void *forward(void *arg) {
    pthread_mutex_lock(&first);
    pthread_mutex_lock(&second);
    pthread_mutex_unlock(&second);
    pthread_mutex_unlock(&first);
    return arg;
}
static void *backward(void *arg) {
    pthread_mutex_lock(&second);
    if (pthread_mutex_timedlock(&first, &soon) == 0)
        pthread_mutex_unlock(&first);
    pthread_mutex_unlock(&second);
    return arg;
}

int main(void) {
    pthread_t a, b;
    pthread_create(&a, NULL, forward, NULL);
    pthread_create(&b, NULL, backward, NULL);
    pthread_join(a, NULL);
    pthread_join(b, NULL);
    return 0;
}
