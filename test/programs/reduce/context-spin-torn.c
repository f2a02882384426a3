// SPDX-License-Identifier: Apache-2.0
// expect: violated assertion line 23
// options: --context-bound 0 -m32
// A look that goes in two pieces, in either order, is a choice; both ways lead back.
#include <assert.h>
#include <pthread.h>

static volatile long long flag;
static volatile int after;

static void *setter(void *arg) {
    flag = 1;
    after = 1;
    return arg;
}

int main(void) {
    pthread_t t;
    pthread_create(&t, NULL, setter, NULL);
    while (!flag)
        ;
    int seen = after;
    assert(!seen);
    pthread_join(t, NULL);
    return 0;
}
