// SPDX-License-Identifier: Apache-2.0
// expect: violated assertion line 26
// An atomic section waits in its middle for the end of a thread, which could end in one step with what it does before.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
void __VERIFIER_atomic_begin(void), __VERIFIER_atomic_end(void);
static atomic_int w, y, z;
static pthread_t t;
static int r;
static void *ends(void *arg) {
    w = 1;
    return arg;
}
static void *section(void *arg) {
    __VERIFIER_atomic_begin();
    r = w;
    y = 1;
    pthread_join(t, 0);
    z = 1;
    __VERIFIER_atomic_end();
    return arg;
}
static void *other(void *arg) {
    int first = y, rr = r, second = z;
    assert(!(first == 1 && second == 0 && rr == 1));
    return arg;
}
int main(void) {
    pthread_t a, b;
    pthread_create(&t, NULL, ends, NULL);
    pthread_create(&a, NULL, section, NULL);
    pthread_create(&b, NULL, other, NULL);
    pthread_join(a, NULL);
    pthread_join(b, NULL);
}
