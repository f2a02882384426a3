// SPDX-License-Identifier: Apache-2.0
// expect: violated deadlock
// message: waits for stream 'stdout' held by thread 1
// The lock of a standard stream goes by the name of the stream.
#include <pthread.h>
#include <stdio.h>

static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;

static void *prints(void *arg) {
    pthread_mutex_lock(&m);
    puts("locked");
    pthread_mutex_unlock(&m);
    return arg;
}

int main(void) {
    pthread_t t;
    pthread_create(&t, 0, prints, 0);
    flockfile(stdout);
    pthread_mutex_lock(&m);
    pthread_mutex_unlock(&m);
    funlockfile(stdout);
    pthread_join(t, 0);
    return 0;
}
