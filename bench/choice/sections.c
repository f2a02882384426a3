// SPDX-License-Identifier: Apache-2.0
// Threads with different arguments that each use a counter under a mutex four times.
#include <pthread.h>
#include <assert.h>
#ifndef N
#define N 6
#endif
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static int counter;
static void *work(void *arg) {
    for (int i = 0; i < 4; i++) {
        pthread_mutex_lock(&m);
        counter += (int)(long)arg;
        pthread_mutex_unlock(&m);
    }
    return 0;
}
int main(void) {
    pthread_t t[N];
    for (long i = 0; i < N; i++)
        pthread_create(&t[i], 0, work, (void *)(i + 1));
    for (int i = 0; i < N; i++)
        pthread_join(t[i], 0);
    assert(counter == 4 * N * (N + 1) / 2);
    return 0;
}
