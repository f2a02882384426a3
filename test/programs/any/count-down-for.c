// SPDX-License-Identifier: Apache-2.0
// expect: holds for any number of threads, but for deadlocks that are no circles of waits for locks
// As many threads as there are requests, counted down in the loop's head.
#include <assert.h>
#include <pthread.h>

int __VERIFIER_nondet_int(void);
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int inside;

static void *serve(void *arg) {
    pthread_mutex_lock(&lock);
    inside++;
    assert(inside == 1);
    inside--;
    pthread_mutex_unlock(&lock);
    return arg;
}

int main(void) {
    int n = __VERIFIER_nondet_int();
    for (; n > 0; n--) {
        pthread_t thread;
        pthread_create(&thread, NULL, serve, NULL);
    }
    pthread_exit(NULL);
}
