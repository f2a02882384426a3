// SPDX-License-Identifier: Apache-2.0
// expect: violated deadlock
// An unknown number says which mutex comes first.
#include <pthread.h>

int __VERIFIER_nondet_int(void);
static pthread_mutex_t m[2] = {PTHREAD_MUTEX_INITIALIZER, PTHREAD_MUTEX_INITIALIZER};
static int first;

static void *other(void *arg) {
    pthread_mutex_lock(&m[first]);
    pthread_mutex_lock(&m[!first]);
    pthread_mutex_unlock(&m[!first]);
    pthread_mutex_unlock(&m[first]);
    return arg;
}

int main(void) {
    pthread_t t;
    first = __VERIFIER_nondet_int() & 1;
    pthread_create(&t, NULL, other, NULL);
    pthread_mutex_lock(&m[0]);
    pthread_mutex_lock(&m[1]);
    pthread_mutex_unlock(&m[1]);
    pthread_mutex_unlock(&m[0]);
    pthread_join(t, NULL);
}
