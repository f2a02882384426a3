// SPDX-License-Identifier: Apache-2.0
// expect: holds
// options: --invariant is_sum --no-heap-symmetry
// What an invariant makes for itself takes no place that an object of the program has left.
#include <pthread.h>

int __VERIFIER_nondet_int(void);
static int a, b;

int is_sum(void) {
    int both[2] = {a, b};
    return both[0] + both[1] == 0 || both[0] > both[1];
}

static void *move(void *arg) {
    int n = __VERIFIER_nondet_int(), *p = &n;
    if (*p >= 0 && *p < 1000) {
        a += *p;
        b -= *p;
    }
    return arg;
}

int main(void) {
    pthread_t t;
    for (int i = 0; i < 2; i++) {
        pthread_create(&t, NULL, move, NULL);
        pthread_join(t, NULL);
    }
}
