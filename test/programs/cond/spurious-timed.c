// SPDX-License-Identifier: Apache-2.0
// expect: violated assertion line 19
// A timed wait that does not return ETIMEDOUT has not seen a signal for that reason.
#include <assert.h>
#include <errno.h>
#include <pthread.h>
#include <time.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t cond = PTHREAD_COND_INITIALIZER;
static int ready;

static void *consumer(void *arg) {
    struct timespec soon;
    clock_gettime(CLOCK_REALTIME, &soon);
    soon.tv_sec++;
    pthread_mutex_lock(&lock);
    int error = ready ? 0 : pthread_cond_timedwait(&cond, &lock, &soon);
    assert(error == ETIMEDOUT || ready);
    pthread_mutex_unlock(&lock);
    return arg;
}

int main(void) {
    pthread_t t;
    pthread_create(&t, NULL, consumer, NULL);
    pthread_mutex_lock(&lock);
    ready = 1;
    pthread_cond_signal(&cond);
    pthread_mutex_unlock(&lock);
    pthread_join(t, NULL);
    return 0;
}
