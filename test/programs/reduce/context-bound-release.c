// SPDX-License-Identifier: Apache-2.0
// expect: violated assertion line 19
// options: --context-bound 1
// One preemption, inside the critical section, is enough: c then waits for the lock, and going on with b is free. A reduction
// that lets the unlock happen earlier makes c able to go on, and b a second preemption.
#include <assert.h>
#include <pthread.h>
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static volatile int x, y, z, w;
static void *a(void *arg) {
    pthread_mutex_lock(&m);
    x = 1;
    pthread_mutex_unlock(&m);
    y = 1;
    return arg;
}
static void *b(void *arg) {
    int seen = w;
    assert(!(seen == 1 && z == 0));
    return arg;
}
static void *c(void *arg) {
    if (x == 1 && y == 0)
        w = 1;
    pthread_mutex_lock(&m);
    z = 1;
    pthread_mutex_unlock(&m);
    return arg;
}
int main(void) {
    pthread_t t, u, v;
    pthread_create(&t, 0, a, 0);
    pthread_create(&u, 0, b, 0);
    pthread_create(&v, 0, c, 0);
    pthread_join(t, 0);
    pthread_join(u, 0);
    pthread_join(v, 0);
    return 0;
}
