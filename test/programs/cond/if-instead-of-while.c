// SPDX-License-Identifier: Apache-2.0
// expect: violated assertion line 15
// "if" around the wait: the other consumer takes the item between the signal and the return.
#include <assert.h>
#include <pthread.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t cond = PTHREAD_COND_INITIALIZER;
static int items;

static void *consumer(void *arg) {
    pthread_mutex_lock(&lock);
    if (items == 0)
        pthread_cond_wait(&cond, &lock);
    assert(items > 0);
    items--;
    pthread_mutex_unlock(&lock);
    return arg;
}
static void put(void) {
    pthread_mutex_lock(&lock);
    items++;
    pthread_cond_signal(&cond);
    pthread_mutex_unlock(&lock);
}

int main(void) {
    pthread_t a, b;
    pthread_create(&a, NULL, consumer, NULL);
    pthread_create(&b, NULL, consumer, NULL);
    put();
    put();
    pthread_join(a, NULL);
    pthread_join(b, NULL);
    return 0;
}
