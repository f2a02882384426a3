// SPDX-License-Identifier: Apache-2.0
// expect: violated data-race line 10|17
// options: --property race
// Main looks at the result before it joins.
#include <pthread.h>

static int value;

static void *first(void *arg) {
    value = 1;
    return arg;
}

int main(void) {
    pthread_t a;
    pthread_create(&a, NULL, first, NULL);
    int seen = value;
    pthread_join(a, NULL);
    return seen;
}
