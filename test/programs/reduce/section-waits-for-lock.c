// SPDX-License-Identifier: Apache-2.0
// expect: violated assertion line 26
// An atomic section waits in its middle for a mutex that somebody holds, so others see its first half. The holder could give it back
// in one step with what it does under it, and nobody would ever come between the halves.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
void __VERIFIER_atomic_begin(void), __VERIFIER_atomic_end(void);
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static atomic_int y, z;
static int x;
static void *section(void *arg) {
    __VERIFIER_atomic_begin();
    y = 1;
    pthread_mutex_lock(&m);
    z = 1;
    pthread_mutex_unlock(&m);
    __VERIFIER_atomic_end();
    return arg;
}
static void *other(void *arg) {
    pthread_mutex_lock(&m);
    x = 1;
    pthread_mutex_unlock(&m);
    int first = y, second = z;
    assert(!(first == 1 && second == 0));
    return arg;
}
int main(void) {
    pthread_t a, b;
    pthread_create(&a, NULL, section, NULL);
    pthread_create(&b, NULL, other, NULL);
    pthread_join(a, NULL);
    pthread_join(b, NULL);
}
