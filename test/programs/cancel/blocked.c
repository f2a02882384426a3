// SPDX-License-Identifier: Apache-2.0
// expect: holds
// Cancellation ends waits that nothing else would end.
#include <assert.h>
#include <pthread.h>
#include <semaphore.h>

static sem_t never;
static pthread_t first;

static void *waits(void *arg) {
    sem_wait(&never);
    return arg;
}

static void *joins(void *arg) {
    pthread_join(first, NULL);
    return arg;
}

int main(void) {
    pthread_t a, b;
    void *result_a, *result_b;
    first = pthread_self();
    sem_init(&never, 0, 0);
    pthread_create(&a, NULL, waits, NULL);
    pthread_create(&b, NULL, joins, NULL);
    pthread_cancel(a);
    pthread_cancel(b);
    pthread_join(a, &result_a);
    pthread_join(b, &result_b);
    assert(result_a == PTHREAD_CANCELED && result_b == PTHREAD_CANCELED);
    return 0;
}
