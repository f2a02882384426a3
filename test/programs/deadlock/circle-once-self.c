// SPDX-License-Identifier: Apache-2.0
// expect: violated deadlock
// The routine waits for itself, while another thread runs for ever.
#include <pthread.h>

static pthread_once_t flag = PTHREAD_ONCE_INIT;
static volatile int beat;

static void routine(void) { pthread_once(&flag, routine); }
static void *start(void *arg) {
    pthread_once(&flag, routine);
    return arg;
}

int main(void) {
    pthread_t t;
    pthread_create(&t, NULL, start, NULL);
    for (;;)
        beat = !beat;
}
