// SPDX-License-Identifier: Apache-2.0
// expect: violated deadlock
// A routine is left by the end of its thread. Later another one waits for itself.
#include <pthread.h>

static pthread_once_t left = PTHREAD_ONCE_INIT, stuck = PTHREAD_ONCE_INIT;

static void leave(void) { pthread_exit(NULL); }
static void wait_for_itself(void) { pthread_once(&stuck, wait_for_itself); }
static void *leaves(void *arg) {
    pthread_once(&left, leave);
    return arg;
}

int main(void) {
    pthread_t t;
    pthread_create(&t, NULL, leaves, NULL);
    pthread_join(t, NULL);
    pthread_once(&stuck, wait_for_itself);
    return 0;
}
