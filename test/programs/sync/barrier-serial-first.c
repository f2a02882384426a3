// SPDX-License-Identifier: Apache-2.0
// expect: violated assertion line 25
// The serial thread can be the first to arrive.
#include <assert.h>
#include <pthread.h>

static pthread_barrier_t barrier;
static volatile int first = -1, serial = -1;

static void *work(void *arg) {
    int none = -1;
    __atomic_compare_exchange_n(&first, &none, (int)(long)arg, 0, __ATOMIC_SEQ_CST, __ATOMIC_SEQ_CST);
    if (pthread_barrier_wait(&barrier) == PTHREAD_BARRIER_SERIAL_THREAD)
        serial = (int)(long)arg;
    return NULL;
}

int main(void) {
    pthread_t a, b;
    pthread_barrier_init(&barrier, NULL, 2);
    pthread_create(&a, NULL, work, (void *)0);
    pthread_create(&b, NULL, work, (void *)1);
    pthread_join(a, NULL);
    pthread_join(b, NULL);
    assert(serial != first);
    return 0;
}
