// SPDX-License-Identifier: Apache-2.0
// expect: violated mutex-misuse line 19
// message: pthread_join of a thread that was joined already
// A thread is joined by a number that was computed from its id; nothing else knows it any more, and no other thread has got the id.
#include <pthread.h>
#include <stddef.h>

static void *work(void *arg) { return arg; }

static unsigned long start(void) {
    pthread_t t;
    pthread_create(&t, NULL, work, NULL);
    return t * 31;
}

int main(void) {
    unsigned long hidden = start();
    pthread_join(hidden / 31, NULL);
    pthread_join(hidden / 31, NULL);
    return 0;
}
