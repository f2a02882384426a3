// SPDX-License-Identifier: Apache-2.0
// expect: violated deadlock
// switches: 3
// Each of three threads takes one lock, and then wants that of the next: main, a, b, c. None of them needs a second turn.
#include <pthread.h>

enum { THREADS = 3 };
static pthread_mutex_t locks[THREADS] = {PTHREAD_MUTEX_INITIALIZER, PTHREAD_MUTEX_INITIALIZER, PTHREAD_MUTEX_INITIALIZER};

static void *work(void *arg) {
    pthread_mutex_t *first = arg, *second = locks + (first - locks + 1) % THREADS;
    for (int i = 0; i < 2; i++) {
        pthread_mutex_lock(first);
        pthread_mutex_lock(second);
        pthread_mutex_unlock(second);
        pthread_mutex_unlock(first);
    }
    return NULL;
}

int main(void) {
    pthread_t t[THREADS];
    for (int i = 0; i < THREADS; i++)
        pthread_create(&t[i], NULL, work, &locks[i]);
    for (int i = 0; i < THREADS; i++)
        pthread_join(t[i], NULL);
    return 0;
}
