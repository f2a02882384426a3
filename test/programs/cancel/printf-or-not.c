// SPDX-License-Identifier: Apache-2.0
// expect: violated assertion line 29
// It need not be one: output may stay in a buffer. So a thread can print and go on although it was cancelled before.
#include <assert.h>
#include <pthread.h>
#include <stdio.h>

static int begun, ended;

static void *worker(void *arg) {
    pthread_setcancelstate(PTHREAD_CANCEL_DISABLE, NULL);
    while (!__atomic_load_n(&begun, __ATOMIC_SEQ_CST))
        ;
    pthread_setcancelstate(PTHREAD_CANCEL_ENABLE, NULL);
    puts("still here");
    ended = 1;
    pthread_testcancel();
    assert(0);
    return arg;
}

int main(void) {
    pthread_t t;
    void *result;
    pthread_create(&t, NULL, worker, NULL);
    pthread_cancel(t);
    __atomic_store_n(&begun, 1, __ATOMIC_SEQ_CST);
    pthread_join(t, &result);
    assert(result == PTHREAD_CANCELED && !ended);
    return 0;
}
