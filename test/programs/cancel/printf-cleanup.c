// SPDX-License-Identifier: Apache-2.0
// expect: holds
// A handler gives the mutex back, and disabling keeps the thread; neither the stream nor memory is lost.
#include <assert.h>
#include <pthread.h>
#include <stdio.h>

static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static int shared;

static void give_back(void *mutex) { pthread_mutex_unlock(mutex); }

static void *worker(void *arg) {
    pthread_mutex_lock(&m);
    pthread_cleanup_push(give_back, &m);
    flockfile(stdout);
    funlockfile(stdout);
    puts("in the mutex");
    pthread_setcancelstate(PTHREAD_CANCEL_DISABLE, NULL);
    shared = 1;
    fprintf(stderr, "half\n");
    shared = 2;
    pthread_setcancelstate(PTHREAD_CANCEL_ENABLE, NULL);
    pthread_cleanup_pop(1);
    return arg;
}

int main(void) {
    pthread_t t;
    pthread_create(&t, NULL, worker, NULL);
    pthread_cancel(t);
    pthread_mutex_lock(&m);
    assert(shared != 1);
    pthread_mutex_unlock(&m);
    puts("main");
    pthread_join(t, NULL);
    return 0;
}
