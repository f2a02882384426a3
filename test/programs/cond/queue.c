// SPDX-License-Identifier: Apache-2.0
// no-none: too many states
// expect: holds
// A bounded queue with two condition variables.
#include <assert.h>
#include <pthread.h>

enum { SIZE = 1, EACH = 2 };
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t not_full = PTHREAD_COND_INITIALIZER, not_empty = PTHREAD_COND_INITIALIZER;
static int queue[SIZE], used;

static void put(int item) {
    pthread_mutex_lock(&lock);
    while (used == SIZE)
        pthread_cond_wait(&not_full, &lock);
    queue[used++] = item;
    pthread_cond_signal(&not_empty);
    pthread_mutex_unlock(&lock);
}
static int get(void) {
    pthread_mutex_lock(&lock);
    while (used == 0)
        pthread_cond_wait(&not_empty, &lock);
    int item = queue[--used];
    pthread_cond_signal(&not_full);
    pthread_mutex_unlock(&lock);
    return item;
}
static void *producer(void *arg) {
    for (int i = 1; i <= EACH; i++)
        put(i);
    return arg;
}
static void *consumer(void *arg) {
    int item = get();
    assert(item == 1 || item == 2);
    return arg;
}

int main(void) {
    pthread_t p, c[EACH];
    pthread_create(&p, NULL, producer, NULL);
    for (int i = 0; i < EACH; i++)
        pthread_create(&c[i], NULL, consumer, NULL);
    pthread_join(p, NULL);
    for (int i = 0; i < EACH; i++)
        pthread_join(c[i], NULL);
    assert(used == 0);
    return 0;
}
