// SPDX-License-Identifier: Apache-2.0
// expect: holds
// Threads that are joined inside the block that owns what they use.
#include <assert.h>
#include <pthread.h>

static void *add(void *arg) {
    int *n = arg;
    __atomic_fetch_add(n, 1, __ATOMIC_SEQ_CST);
    return 0;
}

int main(void) {
    for (int round = 0; round < 2; round++) {
        int n = round;
        pthread_t a, b;
        pthread_create(&a, 0, add, &n);
        pthread_create(&b, 0, add, &n);
        pthread_join(a, 0);
        pthread_join(b, 0);
        assert(n == round + 2);
    }
    return 0;
}
