// SPDX-License-Identifier: Apache-2.0
// Threads that meet at a barrier three times; after each, all have come as far.
#include <assert.h>
#include <pthread.h>
#ifndef N
#define N 6
#endif
static pthread_barrier_t barrier;
static int round_of[N];
static void *work(void *arg) {
    int me = (int)(long)arg;
    for (int i = 1; i <= 3; i++) {
        round_of[me] = i;
        pthread_barrier_wait(&barrier);
        assert(round_of[(me + 1) % N] >= i);
    }
    return NULL;
}
int main(void) {
    pthread_t t[N];
    pthread_barrier_init(&barrier, NULL, N);
    for (long i = 0; i < N; i++)
        pthread_create(&t[i], NULL, work, (void *)i);
    for (int i = 0; i < N; i++)
        pthread_join(t[i], NULL);
    return 0;
}
