// SPDX-License-Identifier: Apache-2.0
// expect: violated assertion line 10
// Main, which waits for both threads, sets y in the section that begins with the first join.
#include <assert.h>
#include <pthread.h>
void __VERIFIER_atomic_begin(void), __VERIFIER_atomic_end(void);
static int y;
static void *ends(void *arg) { return arg; }
static void *sees(void *arg) {
    assert(!y);
    return arg;
}
int main(void) {
    pthread_t a, b;
    pthread_create(&a, NULL, ends, NULL);
    pthread_create(&b, NULL, sees, NULL);
    __VERIFIER_atomic_begin();
    pthread_join(a, NULL);
    y = 1;
    __VERIFIER_atomic_end();
    pthread_join(b, NULL);
}
