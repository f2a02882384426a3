// SPDX-License-Identifier: Apache-2.0
// expect: violated assertion line 21
// options: --context-bound 0 --reuse-addresses
// A thread that allocates gives way to those that may free what it then gets: such a switch is free.
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
