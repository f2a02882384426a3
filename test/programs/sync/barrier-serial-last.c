// SPDX-License-Identifier: Apache-2.0
// expect: violated assertion line 24
// The serial thread can be the last to arrive.
#include <assert.h>
#include <pthread.h>

static pthread_barrier_t barrier;
static volatile int last = -1, serial = -1;

static void *work(void *arg) {
    last = (int)(long)arg;
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
    assert(serial != last);
    return 0;
}
