// SPDX-License-Identifier: Apache-2.0
// expect: holds
// Two threads wait, one of them is cancelled, and one signal comes, which whoever gets it passes on. A cancelled thread
// does not take a signal with it while another one waits.
#include <pthread.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t cond = PTHREAD_COND_INITIALIZER;
static int ready;

static void unlock(void *arg) { pthread_mutex_unlock(arg); }

static void *worker(void *arg) {
    pthread_mutex_lock(&lock);
    pthread_cleanup_push(unlock, &lock);
    while (!ready)
        pthread_cond_wait(&cond, &lock);
    pthread_cond_signal(&cond);
    pthread_cleanup_pop(1);
    return arg;
}

int main(void) {
    pthread_t a, b;
    pthread_create(&a, NULL, worker, NULL);
    pthread_create(&b, NULL, worker, NULL);
    pthread_cancel(a);
    pthread_mutex_lock(&lock);
    ready = 1;
    pthread_cond_signal(&cond);
    pthread_mutex_unlock(&lock);
    pthread_join(a, NULL);
    pthread_join(b, NULL);
    return 0;
}
