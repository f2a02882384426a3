// SPDX-License-Identifier: Apache-2.0
// expect: violated assertion line 34
// options: --no-spurious-wakeups
// The handler runs while the thread waits for the condition, without the mutex, and the wait goes on after it.
#include <assert.h>
#include <pthread.h>
#include <signal.h>
#include <unistd.h>

static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t c = PTHREAD_COND_INITIALIZER;
static volatile sig_atomic_t has_fired;
static int goes;

static void handler(int sig) { has_fired = sig; }

static void *worker(void *arg) {
    pthread_mutex_lock(&m);
    goes = 1;
    pthread_cond_signal(&c);
    pthread_mutex_unlock(&m);
    return arg;
}

int main(void) {
    pthread_t t;
    signal(SIGALRM, handler);
    pthread_mutex_lock(&m);
    pthread_create(&t, NULL, worker, NULL);
    alarm(1);
    if (!goes)
        pthread_cond_wait(&c, &m);
    assert(goes);
    assert(!has_fired);
    pthread_mutex_unlock(&m);
    pthread_join(t, NULL);
    return 0;
}
