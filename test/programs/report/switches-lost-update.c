// SPDX-License-Identifier: Apache-2.0
// expect: violated assertion line 25
// switches: 5
// Three threads count. To lose one of them, one must be interrupted after it has read, and main sees the sum when all have
// ended: main, a, b, a, c, main.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

enum { THREADS = 3 };
static atomic_int sum;

static void *count(void *arg) {
    int seen = sum;
    sum = seen + 1;
    return arg;
}

int main(void) {
    pthread_t t[THREADS];
    for (int i = 0; i < THREADS; i++)
        pthread_create(&t[i], NULL, count, NULL);
    for (int i = 0; i < THREADS; i++)
        pthread_join(t[i], NULL);
    assert(sum == THREADS); // fails
    return 0;
}
