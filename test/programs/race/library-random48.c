// SPDX-License-Identifier: Apache-2.0
// expect: violated data-race line 9
// options: --property race
// Nothing protects the state of drand48.
#include <pthread.h>
#include <stdlib.h>

static void *worker(void *arg) {
    return drand48() < 2 ? arg : NULL;
}

int main(void) {
    pthread_t a, b;
    pthread_create(&a, NULL, worker, NULL);
    pthread_create(&b, NULL, worker, NULL);
    pthread_join(a, NULL);
    pthread_join(b, NULL);
    return 0;
}
