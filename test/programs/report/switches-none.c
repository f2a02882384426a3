// SPDX-License-Identifier: Apache-2.0
// expect: violated assertion line 17
// switches: 0
// The helper may run before, but nobody needs it.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

static atomic_int helped;

static void *helper(void *arg) {
    for (int i = 0; i < 3; i++)
        helped++;
    return arg;
}

static void check(int n) { assert(n < 3); }

int main(void) {
    pthread_t t;
    pthread_create(&t, NULL, helper, NULL);
    for (int i = 0; i < 5; i++)
        check(i);
    pthread_join(t, NULL);
    return 0;
}
