// SPDX-License-Identifier: Apache-2.0
// expect: violated data-race line 12
// options: --property race
// Two streams write into the same memory.
#include <pthread.h>
#include <stdio.h>

static char memory[8];

static void *worker(void *arg) {
    FILE *f = fmemopen(memory, sizeof memory, "w");
    fputs("ab", f);
    fclose(f);
    return arg;
}

int main(void) {
    pthread_t a, b;
    pthread_create(&a, NULL, worker, NULL);
    pthread_create(&b, NULL, worker, NULL);
    pthread_join(a, NULL);
    pthread_join(b, NULL);
    return 0;
}
