// SPDX-License-Identifier: Apache-2.0
// expect: holds
// levels: -O0 -O2
// Values come back through pthread_join, from return and from pthread_exit.
#include <assert.h>
#include <pthread.h>
#include <stdint.h>
#include <stdlib.h>

static void *number(void *arg) { return (void *)((intptr_t)arg + 1); }
static void deep(int *p) {
    *p = 7;
    pthread_exit(p);
}
static void *box(void *arg) {
    int *p = malloc(sizeof *p);
    deep(p);
    return arg;
}

int main(void) {
    pthread_t a, b;
    void *r;
    pthread_create(&a, NULL, number, (void *)41);
    pthread_create(&b, NULL, box, NULL);
    assert(pthread_join(b, &r) == 0);
    assert(*(int *)r == 7);
    free(r);
    pthread_join(a, &r);
    assert((intptr_t)r == 42);
    return 0;
}
