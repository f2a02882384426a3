// SPDX-License-Identifier: Apache-2.0
// expect: holds
// Three threads: all are in before one is out, exactly one is serial.
#include <assert.h>
#include <pthread.h>

static pthread_barrier_t barrier;
enum { N = 3 };
static int arrived, serials;

static void *work(void *arg) {
    __atomic_fetch_add(&arrived, 1, __ATOMIC_SEQ_CST);
    int r = pthread_barrier_wait(&barrier);
    assert(__atomic_load_n(&arrived, __ATOMIC_SEQ_CST) == N);
    assert(r == 0 || r == PTHREAD_BARRIER_SERIAL_THREAD);
    if (r)
        __atomic_fetch_add(&serials, 1, __ATOMIC_SEQ_CST);
    return arg;
}

int main(void) {
    pthread_t t[N];
    pthread_barrier_init(&barrier, NULL, N);
    for (int i = 0; i < N; i++)
        pthread_create(&t[i], NULL, work, NULL);
    for (int i = 0; i < N; i++)
        pthread_join(t[i], NULL);
    assert(serials == 1);
    return 0;
}
