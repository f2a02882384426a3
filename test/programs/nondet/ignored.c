// SPDX-License-Identifier: Apache-2.0
// expect: holds
// Wide unknown values cost nothing while nothing looks at them.
#include <stdlib.h>
#include <string.h>
extern int __VERIFIER_nondet_int(void);
extern unsigned long __VERIFIER_nondet_ulong(void);
extern void *__VERIFIER_nondet_pointer(void);
extern double __VERIFIER_nondet_double(void);

struct box { int a; unsigned long b; void *p; double d; };
static struct box global;
static int forward(int x) { return x; }

int main(void) {
    __VERIFIER_nondet_int();
    struct box b = {forward(__VERIFIER_nondet_int()), __VERIFIER_nondet_ulong(), __VERIFIER_nondet_pointer(),
                    __VERIFIER_nondet_double()};
    struct box *h = malloc(sizeof *h);
    memcpy(h, &b, sizeof b);
    global = *h;
    free(h);
    forward(global.a);
    return 0;
}
