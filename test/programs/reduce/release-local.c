// SPDX-License-Identifier: Apache-2.0
// expect: violated assertion
// The unlock of a mutex that nobody else can reach is no operation that passes: what follows is a scheduling point.
#include <assert.h>
#include <pthread.h>
int x;
void *t(void *a) {
    pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
    pthread_mutex_lock(&m);
    int p = x;
    pthread_mutex_unlock(&m);
    int q = x;
    assert(p == q);
    return 0;
}
int main() {
    pthread_t h;
    pthread_create(&h, 0, t, 0);
    x = 1;
    x = 2;
    pthread_join(h, 0);
}
