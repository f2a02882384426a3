// SPDX-License-Identifier: Apache-2.0
// expect: holds under sequential consistency
// options: --reuse-addresses
// As long as a thread runs, or nobody has joined it, its pthread_t is its own. Blocks of malloc are something else.
#include <assert.h>
#include <pthread.h>
#include <stdlib.h>

static pthread_t last;
static void *volatile kept;

static void *task(void *arg) {
    void *mine = malloc(8);
    kept = mine;
    free(mine);
    return arg;
}

int main(void) {
    for (int i = 0; i < 3; i++) {
        pthread_t t, u;
        pthread_create(&t, NULL, task, NULL);
        pthread_create(&u, NULL, task, NULL);
        assert(!pthread_equal(t, u) && !pthread_equal(t, pthread_self()));
        assert((void *)t != kept);
        pthread_join(t, NULL);
        pthread_join(u, NULL);
        last = t;
    }
    return 0;
}
