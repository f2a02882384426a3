// SPDX-License-Identifier: Apache-2.0
// expect: unknown "address"
// options: --addresses unknown
// message: pointers/address-as-number-hidden\.c:12
// levels: -O0
// Who wants to know whether the number of an address matters can ask that it be unknown.
#include <stdint.h>
#include <stdlib.h>

int main(void) {
    char *p = malloc(16);
    if ((uintptr_t)p / 16 % 7 == 3)
        return 1;
    free(p);
    return 0;
}
