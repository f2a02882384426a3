// SPDX-License-Identifier: Apache-2.0
// expect: violated assertion line 11
// A server that starts a thread for each request until somebody stops it.
#include <assert.h>
#include <pthread.h>

static int inside;

static void *serve(void *request) {
    inside++;
    assert(inside == 1);
    inside--;
    return request;
}

static void start(void) {
    pthread_t thread;
    pthread_create(&thread, NULL, serve, NULL);
    pthread_detach(thread);
}

int __VERIFIER_nondet_int(void);
int main(void) {
    while (__VERIFIER_nondet_int())
        start();
}
