// SPDX-License-Identifier: Apache-2.0
// expect: holds
// levels: -O0 -O1 -O2
// Recursion: factorial, mutual, Ackermann, with local arrays.
#include <assert.h>

static unsigned long fact(unsigned n) { return n < 2 ? 1 : n * fact(n - 1); }
static int odd(unsigned n);
static int even(unsigned n) { return n == 0 ? 1 : odd(n - 1); }
static int odd(unsigned n) { return n == 0 ? 0 : even(n - 1); }
static unsigned ack(unsigned m, unsigned n) {
    return m == 0 ? n + 1 : n == 0 ? ack(m - 1, 1) : ack(m - 1, ack(m, n - 1));
}
static int hanoi(int n, int *from, int *to, int *via) {
    if (n == 0)
        return 0;
    int moves = hanoi(n - 1, from, via, to);
    int here[2] = {--*from, ++*to};
    return moves + 1 + hanoi(n - 1, via, to, from) + 0 * here[0];
}

int main(void) {
    assert(fact(20) == 2432902008176640000);
    assert(even(100) && !odd(100));
    assert(ack(2, 3) == 9);
    int a = 5, b = 0, c = 0;
    assert(hanoi(5, &a, &b, &c) == 31 && a == 0 && b == 5 && c == 0);
    return 0;
}
