// SPDX-License-Identifier: Apache-2.0
// expect: violated reach-error
// What is counted down is looked at in the loop, too.
#include <pthread.h>

int __VERIFIER_nondet_int(void);
void reach_error(void);

static void *serve(void *arg) { return arg; }

int main(void) {
    int n = __VERIFIER_nondet_int(), before = n;
    while (n-- > 0) {
        pthread_t thread;
        pthread_create(&thread, NULL, serve, NULL);
        if (n == before - 2)
            reach_error();
    }
    pthread_exit(NULL);
}
