// SPDX-License-Identifier: Apache-2.0
// expect: unknown "is an unknown pointer: where it points is not known"
// No range of numbers has the addresses of objects in it, so the message must not ask for one.
#include <assert.h>
extern void *__VERIFIER_nondet_pointer(void);

static int x;

int main(void) {
    if (__VERIFIER_nondet_pointer() == (void *)&x)
        assert(x);
    return 0;
}
