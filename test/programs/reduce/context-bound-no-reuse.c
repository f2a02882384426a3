// SPDX-License-Identifier: Apache-2.0
// expect: holds within 0 context switches
// options: --context-bound 0
// Where freed addresses are not given out again, nothing is gained by giving way to others before an allocation.
#include <assert.h>
#include <pthread.h>
#include <stdlib.h>

static int is_set;

static void *other(void *arg) {
    is_set = 1;
    return arg;
}

int main(void) {
    pthread_t t;
    pthread_create(&t, NULL, other, NULL);
    int before = is_set;
    free(malloc(4));
    assert(before == is_set);
    pthread_join(t, NULL);
    return 0;
}
