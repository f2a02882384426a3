// SPDX-License-Identifier: Apache-2.0
// expect: holds under sequential consistency
// levels: -O0
// Where the target overlaps the source, memmove goes in the one direction in which nothing is lost.
#include <assert.h>
#include <pthread.h>
#include <string.h>

static long shared[3] = {1, 2, 3};
static int is_done;

static void *mover(void *arg) {
    memmove(shared + 1, shared, 2 * sizeof shared[0]);
    is_done = 1;
    return arg;
}

int main(void) {
    pthread_t t;
    pthread_create(&t, NULL, mover, NULL);
    long middle = *(volatile long *)&shared[1];
    assert(middle == 1 || middle == 2);
    pthread_join(t, NULL);
    assert(is_done && shared[0] == 1 && shared[1] == 1 && shared[2] == 2);
    return 0;
}
