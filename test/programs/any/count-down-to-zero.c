// SPDX-License-Identifier: Apache-2.0
// expect: holds for any number of threads, but for deadlocks that are no circles of waits for locks
// orders: mixed bfs
// As many threads as there are requests, counted down until nothing is left.
#include <assert.h>
#include <pthread.h>

unsigned __VERIFIER_nondet_uint(void);
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
    unsigned n = __VERIFIER_nondet_uint();
    while (n--) {
        pthread_t thread;
        pthread_create(&thread, NULL, serve, NULL);
    }
    pthread_exit(NULL);
}
