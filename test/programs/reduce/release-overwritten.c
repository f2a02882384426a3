// SPDX-License-Identifier: Apache-2.0
// expect: violated mutex-misuse
// The mutex is overwritten while its owner is about to unlock it.
#include <pthread.h>
#include <stdatomic.h>
#include <string.h>
atomic_int flag;
pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
void *t(void *a) {
    pthread_mutex_lock(&m);
    flag = 1;
    pthread_mutex_unlock(&m);
    return 0;
}
int main() {
    pthread_t h;
    pthread_create(&h, 0, t, 0);
    if (flag)
        m = (pthread_mutex_t)PTHREAD_MUTEX_INITIALIZER;
    pthread_join(h, 0);
}
