// SPDX-License-Identifier: Apache-2.0
// check: holds: --ltl '[] <> !a && [] <> a'
//     Nobody passes a barrier alone, so without any fairness both go on for ever.
#include <pthread.h>

static pthread_barrier_t barrier;
static int a, b;

static void *run(void *arg) {
    int *mine = arg;
    for (;;) {
        pthread_barrier_wait(&barrier);
        *mine = 1;
        *mine = 0;
    }
    return NULL;
}

int main(void) {
    pthread_t t;
    pthread_barrier_init(&barrier, NULL, 2);
    pthread_create(&t, NULL, run, &a);
    run(&b);
    return 0;
}
