// SPDX-License-Identifier: Apache-2.0
// expect: violated data-race line 11|16
// options: --prp parts/race.prp
// Memory is freed while the other thread uses it.
#include <pthread.h>
#include <stdlib.h>

static int *block;

static void *first(void *arg) {
    *block = 1;
    return arg;
}

static void *second(void *arg) {
    free(block);
    return arg;
}

int main(void) {
    pthread_t a, b;
    block = malloc(sizeof *block);
    pthread_create(&a, NULL, first, NULL);
    pthread_create(&b, NULL, second, NULL);
    pthread_join(a, NULL);
    pthread_join(b, NULL);
    return 0;
}
