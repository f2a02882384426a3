// SPDX-License-Identifier: Apache-2.0
// expect: holds with rand's own sequence
// options: --property race
// rand and random have a lock of their own, rand_r has no state; only addresses of their own go in.
#include <pthread.h>
#include <stdlib.h>

static void *worker(void *arg) {
    unsigned seed = 1;
    unsigned short x[3] = {1, 2, 3};
    return rand() + random() + rand_r(&seed) + erand48(x) > 0 ? arg : NULL;
}

int main(void) {
    pthread_t a, b;
    pthread_create(&a, NULL, worker, NULL);
    pthread_create(&b, NULL, worker, NULL);
    pthread_join(a, NULL);
    pthread_join(b, NULL);
    return 0;
}
