// SPDX-License-Identifier: Apache-2.0
// expect: violated leak
// options: --property leak
// Two threads fill a slot that may be full already; the block in it is lost.
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>

static int *volatile slot;

static void *fill(void *arg) {
    int *p = malloc(sizeof *p);
    if (slot == NULL)
        slot = p;
    else
        free(p);
    return arg;
}

int main(void) {
    pthread_t a, b;
    pthread_create(&a, NULL, fill, NULL);
    pthread_create(&b, NULL, fill, NULL);
    pthread_join(a, NULL);
    pthread_join(b, NULL);
    free(slot);
    return 0;
}
