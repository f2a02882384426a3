// SPDX-License-Identifier: Apache-2.0
// expect: violated assertion line 20
// What was counted down is looked at after the loop.
#include <assert.h>
#include <pthread.h>

int __VERIFIER_nondet_int(void);

static void *serve(void *arg) { return arg; }

int main(void) {
    int n = __VERIFIER_nondet_int();
    if (n < 2)
        return 1;
    while (n-- > 0) {
        pthread_t thread;
        pthread_create(&thread, NULL, serve, NULL);
    }
    // It is -1.
    assert(n >= 0);
    pthread_exit(NULL);
}
