// SPDX-License-Identifier: Apache-2.0
// expect: violated use-after-return
// The function that has the mutex returns while another thread is about to unlock it.
#include <pthread.h>
#include <stdatomic.h>
atomic_int flag;
pthread_mutex_t *pm;
void *t(void *a) {
    while (!atomic_load(&flag)) {
    }
    pthread_mutex_t *q = pm;
    pthread_mutex_lock(q);
    flag = 2;
    pthread_mutex_unlock(q);
    return 0;
}
void f(void) {
    pthread_mutex_t m;
    pthread_mutex_init(&m, 0);
    pm = &m;
    flag = 1;
    while (atomic_load(&flag) != 2) {
    }
}
int main() {
    pthread_t h;
    pthread_create(&h, 0, t, 0);
    f();
    pthread_join(h, 0);
}
