// SPDX-License-Identifier: Apache-2.0
// expect: holds under sequential consistency
// A failed assumption in one thread ends the whole run; the other, waiting for ever, is no deadlock.
#include <assert.h>
#include <pthread.h>
extern void __VERIFIER_assume(int);

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static volatile int x;

static void *setter(void *arg) {
    pthread_mutex_lock(&lock);
    __VERIFIER_assume(x == 1);
    pthread_mutex_unlock(&lock);
    return arg;
}

int main(void) {
    pthread_t a;
    pthread_create(&a, NULL, setter, NULL);
    x = 1;
    pthread_mutex_lock(&lock);
    pthread_mutex_unlock(&lock);
    pthread_join(a, NULL);
    assert(x == 1);
    return 0;
}
