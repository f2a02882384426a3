// SPDX-License-Identifier: Apache-2.0
// expect: violated assertion
// The first access of a section is protected by the lock, the others are not.
#include <assert.h>
#include <heddle.h>
#include <pthread.h>
pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
int g, x, y;
void *t(void *q) {
    int a;
    pthread_mutex_lock(&m);
    g = 1;
    heddle_atomic_begin();
    a = g;
    x = 1;
    heddle_atomic_end();
    heddle_atomic_begin();
    a = g;
    y = 1;
    heddle_atomic_end();
    pthread_mutex_unlock(&m);
    return 0;
}
int main() {
    pthread_t h;
    pthread_create(&h, 0, t, 0);
    heddle_atomic_begin();
    int ok = !(x == 1 && y == 0);
    heddle_atomic_end();
    assert(ok);
    pthread_mutex_lock(&m);
    g++;
    pthread_mutex_unlock(&m);
    pthread_join(h, 0);
}
