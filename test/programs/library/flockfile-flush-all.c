// SPDX-License-Identifier: Apache-2.0
// expect: violated deadlock
// fflush(NULL) needs every stream.
#include <pthread.h>
#include <stdio.h>

static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;

static void *holder(void *arg) {
    flockfile(stdin);
    pthread_mutex_lock(&m);
    pthread_mutex_unlock(&m);
    funlockfile(stdin);
    return arg;
}

int main(void) {
    pthread_t t;
    pthread_create(&t, NULL, holder, NULL);
    pthread_mutex_lock(&m);
    fflush(NULL);
    pthread_mutex_unlock(&m);
    pthread_join(t, NULL);
    return 0;
}
