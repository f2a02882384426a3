// SPDX-License-Identifier: Apache-2.0
// expect: violated assertion
// no-none: with every instruction a step it has far more states
// The same, but a little more can be drained than there is, once it has been filled.
#include <assert.h>
#include <pthread.h>

enum { MOST = 100 };

unsigned char __VERIFIER_nondet_uchar(void);
static unsigned char level;
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

static void *fill(void *arg) {
    for (;;) {
        int n = __VERIFIER_nondet_uchar();
        pthread_mutex_lock(&lock);
        if (n > 0 && n <= MOST - level)
            level += n;
        pthread_mutex_unlock(&lock);
    }
    return arg;
}

static void *drain(void *arg) {
    for (;;) {
        int n = __VERIFIER_nondet_uchar();
        pthread_mutex_lock(&lock);
        if (n > 0 && n <= level + (level > 50))
            level -= n;
        assert(level >= 0 && level <= MOST);
        pthread_mutex_unlock(&lock);
    }
    return arg;
}

int main(void) {
    pthread_t t, u;
    pthread_create(&t, NULL, fill, NULL);
    pthread_create(&u, NULL, drain, NULL);
    pthread_join(t, NULL);
    pthread_join(u, NULL);
    return 0;
}
