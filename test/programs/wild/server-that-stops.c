// SPDX-License-Identifier: Apache-2.0
// expect: violated assertion line 43
// The same with somebody who stops it: now the balance is drawn, and is wrong.
#include <assert.h>
#include <pthread.h>
#include <stdbool.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t work = PTHREAD_COND_INITIALIZER;
static int queued;
static bool stopping;

static void *serve(void *arg) {
    pthread_mutex_lock(&lock);
    while (!stopping) {
        while (!queued && !stopping)
            pthread_cond_wait(&work, &lock);
        queued--;
    }
    pthread_mutex_unlock(&lock);
    return arg;
}

static void *ask(void *arg) {
    pthread_mutex_lock(&lock);
    queued++;
    pthread_cond_signal(&work);
    pthread_mutex_unlock(&lock);
    return arg;
}

int main(void) {
    pthread_t server, client;
    pthread_create(&server, NULL, serve, NULL);
    pthread_create(&client, NULL, ask, NULL);
    pthread_join(client, NULL);
    pthread_mutex_lock(&lock);
    stopping = true;
    pthread_cond_broadcast(&work);
    pthread_mutex_unlock(&lock);
    pthread_join(server, NULL);
    // the last turn takes a job that nobody has queued
    assert(queued == 0);
    return 0;
}
