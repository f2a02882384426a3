// SPDX-License-Identifier: Apache-2.0
// expect: violated data-race line 12
// options: --property race --stdin race/library-scan.c
// Both threads scan into the same variable.
#include <pthread.h>
#include <stdio.h>

static char mark;

static void *reader(void *arg) {
    int n =
        scanf(" %c", &mark);
    return n == 1 ? NULL : arg;
}

int main(void) {
    pthread_t a, b;
    pthread_create(&a, NULL, reader, NULL);
    pthread_create(&b, NULL, reader, NULL);
    pthread_join(a, NULL);
    pthread_join(b, NULL);
    return 0;
}
