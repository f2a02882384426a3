// SPDX-License-Identifier: Apache-2.0
// expect: violated assertion line 33
// A signal can wake the thread that began to wait first.
#include <assert.h>
#include <pthread.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t cond = PTHREAD_COND_INITIALIZER;
static int arrived[2], narrived, woken;

static void *sleeper(void *arg) {
    pthread_mutex_lock(&lock);
    arrived[narrived++] = (int)(long)arg;
    pthread_cond_wait(&cond, &lock);
    if (!woken)
        woken = (int)(long)arg;
    pthread_mutex_unlock(&lock);
    return NULL;
}
static void signal_one(void) {
    pthread_mutex_lock(&lock);
    if (narrived == 2)
        pthread_cond_signal(&cond);
    pthread_mutex_unlock(&lock);
}

int main(void) {
    pthread_t a, b;
    pthread_create(&a, NULL, sleeper, (void *)1);
    pthread_create(&b, NULL, sleeper, (void *)2);
    signal_one();
    pthread_mutex_lock(&lock);
    assert(!woken || woken != arrived[0]);
    return 0;
}
