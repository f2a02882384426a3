// SPDX-License-Identifier: Apache-2.0
// What it fills, it writes.
// expect: violated data-race
// options: --property race
#include <pthread.h>
#include <stddef.h>

void __VERIFIER_nondet_memory(void *, size_t);
static int data;

static void *fill(void *arg) {
    __VERIFIER_nondet_memory(&data, sizeof data);
    return arg;
}

int main(void) {
    pthread_t t;
    pthread_create(&t, 0, fill, 0);
    int seen = data;
    pthread_join(t, 0);
    return seen == 1;
}
