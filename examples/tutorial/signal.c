// SPDX-License-Identifier: Apache-2.0
// A missed signal: it comes between the look at the flag and the wait, and nobody hears it.
#include <pthread.h>
#include <stdbool.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t done = PTHREAD_COND_INITIALIZER;
static bool is_done;

static bool look(void) {
    pthread_mutex_lock(&lock);
    bool is = is_done;
    pthread_mutex_unlock(&lock);
    return is;
}

static void wait_until_done(void) {
#ifdef FIXED
    pthread_mutex_lock(&lock);
    while (!is_done) // looks again, and lets go of the lock only while it waits
        pthread_cond_wait(&done, &lock);
    pthread_mutex_unlock(&lock);
#else
    while (!look()) {
        pthread_mutex_lock(&lock);
        pthread_cond_wait(&done, &lock);
        pthread_mutex_unlock(&lock);
    }
#endif
}

static void *worker(void *arg) {
    pthread_mutex_lock(&lock);
    is_done = true;
    pthread_cond_signal(&done);
    pthread_mutex_unlock(&lock);
    return arg;
}

int main(void) {
    pthread_t thread;
    pthread_create(&thread, NULL, worker, NULL);
    wait_until_done();
    pthread_join(thread, NULL);
    return look() ? 0 : 1;
}
