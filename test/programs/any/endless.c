// SPDX-License-Identifier: Apache-2.0
// expect: holds for any number of threads, but for deadlocks that are no circles of waits for locks
// A server that starts a thread for each request, without end: the threads are counted without being asked.
#include <assert.h>
#include <pthread.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int inside;

static void *serve(void *request) {
    pthread_mutex_lock(&lock);
    inside++;
    assert(inside == 1);
    inside--;
    pthread_mutex_unlock(&lock);
    return request;
}

int main(void) {
    for (;;) {
        pthread_t thread;
        if (pthread_create(&thread, NULL, serve, NULL) != 0)
            return 1;
    }
}
