// SPDX-License-Identifier: Apache-2.0
// expect: violated invariant
// options: --invariant is_small
// The run ends quietly right after the store that breaks the invariant, in the same step.
#include <heddle.h>
#include <pthread.h>

static int x;

int is_small(void) { return x < 5; }

static void *spoil(void *unused) {
    x = 5;
    heddle_assume(0);
    return unused;
}

int main(void) {
    pthread_t t;
    pthread_create(&t, NULL, spoil, NULL);
    pthread_join(t, NULL);
    return 0;
}
