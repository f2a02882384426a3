// SPDX-License-Identifier: Apache-2.0
// expect: violated assertion
// A look at the bytes of a mutex tells whether it is locked.
#include <assert.h>
#include <pthread.h>
pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
int y;
void *t(void *a) {
    pthread_mutex_lock(&m);
    pthread_mutex_unlock(&m);
    return 0;
}
int main() {
    pthread_t h;
    pthread_create(&h, 0, t, 0);
    int l = m.__data.__lock;
    assert(l == 0);
    pthread_join(h, 0);
}
