// SPDX-License-Identifier: Apache-2.0
// expect: violated assertion line 13
// A section waits for two threads: the second may still run when the first has ended, and others come in between.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
void __VERIFIER_atomic_begin(void), __VERIFIER_atomic_end(void);
static atomic_int y, z;
static void *ends(void *arg) { return arg; }
static void *looks(void *arg) {
    int first = y, second = z;
    // Both are set in one section, but for the wait.
    assert(!(first == 1 && second == 0));
    return arg;
}
int main(void) {
    pthread_t a, b, c;
    void *result;
    pthread_create(&a, NULL, ends, NULL);
    pthread_create(&b, NULL, ends, NULL);
    pthread_create(&c, NULL, looks, NULL);
    __VERIFIER_atomic_begin();
    pthread_join(a, &result);
    y = 1;
    pthread_join(b, &result);
    z = 1;
    __VERIFIER_atomic_end();
    pthread_join(c, NULL);
}
