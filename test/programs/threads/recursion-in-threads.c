// SPDX-License-Identifier: Apache-2.0
// expect: holds
// Two threads recurse, each on its own stack.
#include <assert.h>
#include <pthread.h>
#include <stdint.h>

static int fib(int n) { return n < 2 ? n : fib(n - 1) + fib(n - 2); }
static void *work(void *arg) { return (void *)(intptr_t)fib((int)(intptr_t)arg); }

int main(void) {
    pthread_t a, b;
    void *x, *y;
    pthread_create(&a, NULL, work, (void *)4);
    pthread_create(&b, NULL, work, (void *)5);
    pthread_join(a, &x);
    pthread_join(b, &y);
    assert((intptr_t)x == 3 && (intptr_t)y == 5);
    return 0;
}
