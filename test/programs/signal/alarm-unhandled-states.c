// SPDX-License-Identifier: Apache-2.0
// expect: holds
// states: 30
// An alarm without a handler makes no states: there are 30 without it.
#include <pthread.h>
#include <unistd.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int x;

static void *counts(void *arg) {
    for (int i = 0; i < 3; i++) {
        pthread_mutex_lock(&lock);
        x++;
        pthread_mutex_unlock(&lock);
    }
    return arg;
}

int main(void) {
    pthread_t t, u;
    alarm(5);
    pthread_create(&t, NULL, counts, NULL);
    pthread_create(&u, NULL, counts, NULL);
    pthread_join(t, NULL);
    pthread_join(u, NULL);
    return 0;
}
