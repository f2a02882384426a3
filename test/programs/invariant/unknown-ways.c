// SPDX-License-Identifier: Apache-2.0
// expect: holds
// options: --invariant is_branched,is_found,is_case,is_summed,is_called,is_pointed
// Invariants that branch, count, divide, index and switch by an unknown value: right on all ways.
#include <pthread.h>

unsigned __VERIFIER_nondet_uint(void);
void __VERIFIER_assume(int);
static unsigned n, m;
static const unsigned squares[5] = {0, 1, 4, 9, 16};

int is_branched(void) {
    if (n > 3)
        return n == 4 && m == 0;
    return n == 3 ? m < 2 : 1;
}

int is_found(void) { return squares[n] == n * n; }

int is_case(void) {
    switch (n) {
    case 0: return 1;
    case 1: return 12 / n == 12;
    case 4: return 12 / n == 3;
    default: return 12 % n == 0;
    }
}

int is_summed(void) {
    unsigned sum = 0;
    for (unsigned i = 0; i <= n; i++)
        sum += i;
    return 2 * sum == n * (n + 1);
}

static unsigned twice(unsigned x) { return x > 2 ? x + x : x << 1; }
int is_called(void) { return twice(n) / 2 == n; }

const unsigned *is_pointed(void) { return n < 5 ? &squares[n] : 0; }

static void *count(void *arg) {
    if (n > 0 && n < 3)
        n++;
    return arg;
}

int main(void) {
    pthread_t t;
    unsigned x = __VERIFIER_nondet_uint(), y = __VERIFIER_nondet_uint();
    __VERIFIER_assume(x < 5 && y < 2 && (x != 4 || y == 0));
    m = y;
    n = x;
    pthread_create(&t, NULL, count, NULL);
    pthread_join(t, NULL);
}
