// SPDX-License-Identifier: Apache-2.0
// expect: holds
// "while" around the wait, and every item is consumed.
#include <assert.h>
#include <pthread.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t cond = PTHREAD_COND_INITIALIZER;
static int items;

static void *consumer(void *arg) {
    pthread_mutex_lock(&lock);
    while (items == 0)
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
    assert(items == 0);
    return 0;
}
