// SPDX-License-Identifier: Apache-2.0
// expect: violated assertion line 15
// What is counted down is looked at before the loop, which is also after it.
#include <assert.h>
#include <pthread.h>

int __VERIFIER_nondet_int(void);

static void *serve(void *arg) { return arg; }

int main(void) {
    int n = __VERIFIER_nondet_int() & 7;
    for (int turn = 0; turn < 2; turn++) {
        // It is -1 in the second turn.
        assert(n >= 0);
        while (n-- > 0) {
            pthread_t thread;
            pthread_create(&thread, NULL, serve, NULL);
        }
    }
    pthread_exit(NULL);
}
