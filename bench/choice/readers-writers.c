// SPDX-License-Identifier: Apache-2.0
// Readers of two words that one writer changes under a read-write lock.
#include <assert.h>
#include <pthread.h>
#ifndef N
#define N 6
#endif
static pthread_rwlock_t lock = PTHREAD_RWLOCK_INITIALIZER;
static int a, b;
static void *read_both(void *arg) {
    pthread_rwlock_rdlock(&lock);
    assert(a == b);
    pthread_rwlock_unlock(&lock);
    return arg;
}
int main(void) {
    pthread_t t[N];
    for (int i = 0; i < N; i++)
        pthread_create(&t[i], NULL, read_both, NULL);
    for (int i = 0; i < 2; i++) {
        pthread_rwlock_wrlock(&lock);
        a++;
        b++;
        pthread_rwlock_unlock(&lock);
    }
    for (int i = 0; i < N; i++)
        pthread_join(t[i], NULL);
    return 0;
}
