// SPDX-License-Identifier: Apache-2.0
// expect: violated leak
// options: --prp parts/valid-memcleanup.prp
// A thread ends the program while another has a block of its own that it has not freed yet.
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>

static atomic_int step;

static void *owns(void *arg) {
    int *block = malloc(sizeof *block);
    step = 1;
    free(block);
    step = 2;
    return arg;
}

static void *ends(void *arg) {
    if (step == 1)
        exit(0);
    return arg;
}

int main(void) {
    pthread_t a, b;
    pthread_create(&a, NULL, owns, NULL);
    pthread_create(&b, NULL, ends, NULL);
    pthread_join(b, NULL);
    pthread_join(a, NULL);
    return 0;
}
