// SPDX-License-Identifier: Apache-2.0
// expect: violated assertion
// The same with a thread-local mutex.
#include <assert.h>
#include <pthread.h>
int x;
void *t(void *a) {
    static _Thread_local pthread_mutex_t m;
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
