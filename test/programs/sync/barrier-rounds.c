// SPDX-License-Identifier: Apache-2.0
// expect: holds under sequential consistency
// The same barrier in three rounds: nobody is a round ahead, and each round has one serial thread.
#include <assert.h>
#include <pthread.h>

static pthread_barrier_t barrier;
enum { ROUNDS = 3 };
static volatile int at[2];
static int serials;

static void *work(void *arg) {
    long me = (long)arg;
    for (int i = 0; i < ROUNDS; i++) {
        at[me] = i;
        if (pthread_barrier_wait(&barrier) == PTHREAD_BARRIER_SERIAL_THREAD)
            __atomic_fetch_add(&serials, 1, __ATOMIC_SEQ_CST);
        assert(at[1 - me] >= i && at[1 - me] <= i + 1);
    }
    return NULL;
}

int main(void) {
    pthread_t a, b;
    pthread_barrier_init(&barrier, NULL, 2);
    pthread_create(&a, NULL, work, (void *)0);
    pthread_create(&b, NULL, work, (void *)1);
    pthread_join(a, NULL);
    pthread_join(b, NULL);
    assert(serials == ROUNDS);
    assert(pthread_barrier_destroy(&barrier) == 0);
    return 0;
}
