// SPDX-License-Identifier: Apache-2.0
// expect: violated deadlock
// printf waits for the stream that another thread has locked; that one waits for the mutex.
#include <pthread.h>
#include <stdio.h>

static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;

static void *holder(void *arg) {
    flockfile(stdout);
    pthread_mutex_lock(&m);
    pthread_mutex_unlock(&m);
    funlockfile(stdout);
    return arg;
}

static void *printer(void *arg) {
    pthread_mutex_lock(&m);
    printf("in the mutex\n");
    pthread_mutex_unlock(&m);
    return arg;
}

int main(void) {
    pthread_t t, u;
    pthread_create(&t, NULL, holder, NULL);
    pthread_create(&u, NULL, printer, NULL);
    pthread_join(t, NULL);
    pthread_join(u, NULL);
    return 0;
}
