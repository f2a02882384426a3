// SPDX-License-Identifier: Apache-2.0
// expect: holds
// Elements that are pointers, or were never written, are tried one by one.
#include <assert.h>

enum { N = 20 };
unsigned char __VERIFIER_nondet_uchar(void);
static int numbers[N], *pointers[N];

int main(void) {
    int some[N];
    for (int i = 0; i < N; i++) {
        pointers[i] = &numbers[i];
        numbers[i] = i;
        if (i % 2)
            some[i] = i;
    }
    unsigned char n = __VERIFIER_nondet_uchar();
    if (n >= N)
        return 0;
    assert(*pointers[n] == n);
    if (n % 2)
        assert(some[n] == n);
    return 0;
}
