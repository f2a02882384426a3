// SPDX-License-Identifier: Apache-2.0
// expect: violated deadlock
// The same with a deadlock that needs the middle of the section.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
void __VERIFIER_atomic_begin(void), __VERIFIER_atomic_end(void);
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER, k = PTHREAD_MUTEX_INITIALIZER;
static int x;
static void *section(void *arg) {
    __VERIFIER_atomic_begin();
    pthread_mutex_lock(&k);
    pthread_mutex_lock(&m);
    pthread_mutex_unlock(&m);
    pthread_mutex_unlock(&k);
    __VERIFIER_atomic_end();
    return arg;
}
static void *other(void *arg) {
    pthread_mutex_lock(&m);
    x = 1;
    pthread_mutex_unlock(&m);
    if (pthread_mutex_trylock(&k)) {
        pthread_mutex_lock(&m);
        pthread_mutex_lock(&k);
        pthread_mutex_unlock(&k);
        pthread_mutex_unlock(&m);
    } else {
        pthread_mutex_unlock(&k);
    }
    return arg;
}
int main(void) {
    pthread_t a, b;
    pthread_create(&a, NULL, section, NULL);
    pthread_create(&b, NULL, other, NULL);
    pthread_join(a, NULL);
    pthread_join(b, NULL);
}
