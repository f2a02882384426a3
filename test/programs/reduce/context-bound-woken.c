// SPDX-License-Identifier: Apache-2.0
// expect: violated assertion
// options: --context-bound 1
// A release that happens earlier would make another thread able to run, and a switch a preemption.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
atomic_int x, c, b;
void *C(void *a) {
    if (x == 1) {
        c = 1;
        pthread_mutex_lock(&m);
        c = 2;
        pthread_mutex_unlock(&m);
    }
    return 0;
}
void *B(void *a) {
    int v = c;
    assert(v != 1);
    return 0;
}
void *A(void *a) {
    pthread_mutex_lock(&m);
    x = 1;
    pthread_mutex_unlock(&m);
    x = 2;
    return 0;
}
int main() {
    pthread_t h, i, j;
    pthread_create(&h, 0, C, 0);
    pthread_create(&i, 0, B, 0);
    pthread_create(&j, 0, A, 0);
    pthread_join(j, 0);
    pthread_join(h, 0);
    pthread_join(i, 0);
}
