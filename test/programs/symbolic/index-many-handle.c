// SPDX-License-Identifier: Apache-2.0
// expect: violated assertion line 22
// no-none: too many states
// A thread is created with a handle at an unknown place of an array that all can see: that is a visible operation.
#include <assert.h>
#include <pthread.h>

extern unsigned __VERIFIER_nondet_uint(void);
extern void __VERIFIER_assume(int);
static pthread_t handles[50];
static volatile int stage;

static void *nothing(void *arg) { return arg; }

static void *look(void *arg) {
    int before = stage;
    if (before == 1) {
        int is_there = 0;
        for (int i = 0; i < 50 && !is_there; i++)
            is_there = handles[i] != 0;
        // The stage is set before the thread is created.
        assert(is_there);
    }
    return arg;
}

int main(void) {
    pthread_t looker;
    unsigned i = __VERIFIER_nondet_uint();
    __VERIFIER_assume(i < 50);
    pthread_create(&looker, NULL, look, NULL);
    stage = 1;
    pthread_create(&handles[i], NULL, nothing, NULL);
    return 0;
}
