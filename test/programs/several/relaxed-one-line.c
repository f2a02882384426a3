// SPDX-License-Identifier: Apache-2.0
// expect: violated data-race
// options: --continue --property race
// violations: data-race 16+27; data-race 17+27
// message: 2 violations; searched exhaustively: there are no others .*, except data races of the same lines and variables with other accesses long past
// One line reads two variables, neither of which is ever next to its write: two races. Of a variable and a line there is one
// report, whatever the earlier accesses are, and the sum says so.
#include <pthread.h>
#include <stdatomic.h>

static int first, second;
static atomic_int flag;

static void *writer(void *arg) {
    // long past when they are read
    first = 1;
    second = 2;
    atomic_store_explicit(&flag, 1, memory_order_relaxed);
    return arg;
}

int main(void) {
    pthread_t t;
    int sum = 0;
    pthread_create(&t, NULL, writer, NULL);
    if (atomic_load_explicit(&flag, memory_order_relaxed))
        sum = first + second;
    pthread_join(t, NULL);
    return sum;
}
