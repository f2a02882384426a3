// SPDX-License-Identifier: Apache-2.0
// expect: violated deadlock
// Two read-write locks taken in opposite orders.
#include <pthread.h>

static pthread_rwlock_t first = PTHREAD_RWLOCK_INITIALIZER, second = PTHREAD_RWLOCK_INITIALIZER;

static void *forward(void *arg) {
    pthread_rwlock_wrlock(&first);
    pthread_rwlock_rdlock(&second);
    pthread_rwlock_unlock(&second);
    pthread_rwlock_unlock(&first);
    return arg;
}
static void *backward(void *arg) {
    pthread_rwlock_wrlock(&second);
    pthread_rwlock_rdlock(&first);
    pthread_rwlock_unlock(&first);
    pthread_rwlock_unlock(&second);
    return arg;
}

int main(void) {
    pthread_t a, b;
    pthread_create(&a, NULL, forward, NULL);
    pthread_create(&b, NULL, backward, NULL);
    pthread_join(a, NULL);
    pthread_join(b, NULL);
    return 0;
}
