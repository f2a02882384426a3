// SPDX-License-Identifier: Apache-2.0
// no-none: too many states
// expect: holds
// Threads create threads and collect their results.
#include <assert.h>
#include <pthread.h>
#include <stdint.h>

static void *tree(void *arg) {
    intptr_t depth = (intptr_t)arg;
    if (depth == 0)
        return (void *)1;
    pthread_t child;
    void *r;
    pthread_create(&child, NULL, tree, (void *)(depth - 1));
    pthread_join(child, &r);
    return (void *)((intptr_t)r * 2);
}

int main(void) {
    pthread_t t;
    void *r;
    pthread_create(&t, NULL, tree, (void *)3);
    pthread_join(t, &r);
    assert((intptr_t)r == 8);
    return 0;
}
