// SPDX-License-Identifier: Apache-2.0
// expect: violated assertion line 39
// no-none: too many states
// One of the six orders in which three signals can wake three threads (see orders-signal.c).
#include <assert.h>
#include <pthread.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t cond = PTHREAD_COND_INITIALIZER;
static int waiting, order;

static void *sleeper(void *arg) {
    pthread_mutex_lock(&lock);
    waiting++;
    pthread_cond_wait(&cond, &lock);
    order = order * 4 + (int)(long)arg;
    pthread_mutex_unlock(&lock);
    return NULL;
}
static void signal_all(void) {
    for (;;) {
        pthread_mutex_lock(&lock);
        if (waiting == 3)
            break;
        pthread_mutex_unlock(&lock);
    }
    for (int i = 0; i < 3; i++)
        pthread_cond_signal(&cond);
    pthread_mutex_unlock(&lock);
}

int main(void) {
    pthread_t t[3];
    for (long i = 0; i < 3; i++)
        pthread_create(&t[i], NULL, sleeper, (void *)(i + 1));
    signal_all();
    for (int i = 0; i < 3; i++)
        pthread_join(t[i], NULL);
    assert(order != 57);
    return 0;
}
