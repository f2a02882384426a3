// SPDX-License-Identifier: Apache-2.0
// expect: holds
// levels: -O0
// files: parts/shared-check-unused.c
// options: -I parts
// message: ^no run reaches the assertion at parts/shared-check-unused\.c:6$
// no-message: shared-check\.h
// Both files have a copy of the check; one of them is called, which is enough for the line.
#include "shared-check.h"

int main(void) {
    check_key(1);
    return 0;
}
