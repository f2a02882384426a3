// SPDX-License-Identifier: Apache-2.0
// expect: holds
// message: ^no run reaches the end of the program$
// message: ^no run reaches the assertion at wild/server-for-ever\.c:43$
// A server whose flag to stop nobody sets: it holds, for ever, and the balance at the end was never drawn.
#include <assert.h>
#include <pthread.h>
#include <stdbool.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t work = PTHREAD_COND_INITIALIZER;
static int queued, done;
static bool stopping;

static void *serve(void *arg) {
    pthread_mutex_lock(&lock);
    while (!stopping) {
        while (!queued && !stopping)
            pthread_cond_wait(&work, &lock);
        queued--;
        done = !done;
    }
    pthread_mutex_unlock(&lock);
    return arg;
}

static void *ask(void *arg) {
    for (;;) {
        pthread_mutex_lock(&lock);
        if (!queued)
            queued++;
        pthread_cond_signal(&work);
        pthread_mutex_unlock(&lock);
    }
    return arg;
}

int main(void) {
    pthread_t server, client;
    pthread_create(&server, NULL, serve, NULL);
    pthread_create(&client, NULL, ask, NULL);
    pthread_join(server, NULL);
    assert(queued == 0);
    return 0;
}
