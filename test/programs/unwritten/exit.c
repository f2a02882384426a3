// SPDX-License-Identifier: Apache-2.0
// expect: violated uninitialized line 10
// options: --property uninitialized
// levels: -O0
// message: exit status
// The status that the program ends with was never written.
#include <stdlib.h>
int main(void) {
    int n;
    exit(n);
}
