// SPDX-License-Identifier: Apache-2.0
// expect: holds
// options: --nondet-range 0..3
// levels: -O0
// An unknown pointer plus an offset is another pointer.
#include <assert.h>

extern char *__VERIFIER_nondet_pchar(void);
static char *a, *b;

int main(void) {
    int i = 3;
    char *p = __VERIFIER_nondet_pchar();
    a = p;
    b = &p[i];
    assert(a != b && b - a == 3);
    return 0;
}
