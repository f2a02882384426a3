// SPDX-License-Identifier: Apache-2.0
// expect: unknown "is needed as a number, and it can be too many"
// levels: -O0
// The same for a block that shall be larger.
#include <stdlib.h>

extern unsigned long __VERIFIER_nondet_ulong(void);

int main(void) {
    void *p = (void *)(__VERIFIER_nondet_ulong() * 3 + 1);
    p = realloc(p, 10);
    return p == NULL;
}
