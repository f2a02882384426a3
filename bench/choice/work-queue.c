// SPDX-License-Identifier: Apache-2.0
// Workers that take numbers from a queue and square each in its own slot.
#include <assert.h>
#include <pthread.h>
#ifndef N
#define N 5
#endif
enum { JOBS = 6 };
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int next, result[JOBS];
static void *work(void *arg) {
    for (;;) {
        pthread_mutex_lock(&lock);
        int job = next < JOBS ? next++ : JOBS;
        pthread_mutex_unlock(&lock);
        if (job == JOBS)
            return arg;
        result[job] = job * job;
    }
}
int main(void) {
    pthread_t t[N];
    for (long i = 0; i < N; i++)
        pthread_create(&t[i], NULL, work, (void *)i);
    for (int i = 0; i < N; i++)
        pthread_join(t[i], NULL);
    for (int i = 0; i < JOBS; i++)
        assert(result[i] == i * i);
    return 0;
}
