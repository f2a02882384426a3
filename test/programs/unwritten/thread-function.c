// SPDX-License-Identifier: Apache-2.0
// expect: violated uninitialized line 11
// options: --property uninitialized
// A thread is to run a function that was never chosen.
#include <pthread.h>
#include <stdlib.h>

int main(void) {
    void *(**table)(void *) = malloc(2 * sizeof *table);
    pthread_t t;
    pthread_create(&t, 0, table[1], 0);
    pthread_join(t, 0);
    return 0;
}
