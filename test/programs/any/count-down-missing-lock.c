// SPDX-License-Identifier: Apache-2.0
// expect: violated assertion line 12
// As many threads as there are requests, counted down, and no lock.
#include <assert.h>
#include <pthread.h>

int __VERIFIER_nondet_int(void);
static int inside;

static void *serve(void *arg) {
    inside++;
    assert(inside == 1);
    inside--;
    return arg;
}

int main(void) {
    for (int n = __VERIFIER_nondet_int(); n > 0; n--) {
        pthread_t thread;
        pthread_create(&thread, NULL, serve, NULL);
    }
    pthread_exit(NULL);
}
