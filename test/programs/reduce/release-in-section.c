// SPDX-License-Identifier: Apache-2.0
// expect: violated assertion
// An atomic section that begins with an unlock is more than an unlock.
#include <assert.h>
#include <heddle.h>
#include <pthread.h>
pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
int x, y;
void *A(void *q) {
    pthread_mutex_lock(&m);
    x = 1;
    heddle_atomic_begin();
    pthread_mutex_unlock(&m);
    y = 1;
    heddle_atomic_end();
    return 0;
}
int main() {
    pthread_t h;
    pthread_create(&h, 0, A, 0);
    int b = x;
    int a = y;
    assert(!(b == 1 && a == 0));
    pthread_mutex_lock(&m);
    pthread_mutex_unlock(&m);
    pthread_join(h, 0);
}
