// SPDX-License-Identifier: Apache-2.0
// expect: violated assertion line 27
// The same: the last element has the largest number.
#include <assert.h>

enum { N = 60 };
struct item {
    int key;
    char tag;
    short value;
};
unsigned char __VERIFIER_nondet_uchar(void);
static struct item items[N], *last;

int main(void) {
    unsigned char n = __VERIFIER_nondet_uchar(), m = __VERIFIER_nondet_uchar();
    if (n >= N || m >= N)
        return 0;
    struct item *p = &items[n], *q = &items[m];
    p->key = 5;
    p->value = n;
    last = p;
    assert((q->key == 5) == (q == p) && (q == p) == (m == n));
    assert(q - p == m - n && (q < p) == (m < n));
    assert(!q->key || q->value == m);
    assert(last == p && last->key == 5);
    assert(last->value != N - 1);
    p = q + 1;
    assert(p - items == m + 1);
    return 0;
}
