// SPDX-License-Identifier: Apache-2.0
// expect: violated invariant
// options: --invariant calm
// A value that is there for a moment only, in memory that no other thread touches: an observer sees it.
#include <pthread.h>
#include <stdatomic.h>

static int mine[2];
static atomic_int is_done;

int calm(void) { return mine[0] == mine[1]; }

static void *wait(void *unused) {
    while (!is_done)
        continue;
    return unused;
}

int main(void) {
    pthread_t t;
    pthread_create(&t, NULL, wait, NULL);
    mine[0] = 1;
    mine[1] = 1;
    is_done = 1;
    pthread_join(t, NULL);
    return 0;
}
