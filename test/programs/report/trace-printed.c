// SPDX-License-Identifier: Apache-2.0
// expect: violated assertion
// options: --trace-full
// message: prints "one; two: starts thread 2\\n"
// What a program prints is shown as it is, whatever it looks like.
#include <assert.h>
#include <stdio.h>

int main(void) {
    printf("one; two: starts thread 2\n");
    assert(0);
}
