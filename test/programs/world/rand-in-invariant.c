// SPDX-License-Identifier: Apache-2.0
// An invariant that looks at it.
// expect: holds with rand's own sequence
// options: --invariant small
#include <stdlib.h>

int drawn;
int small(void) { return drawn >= 0; }

int main(void) {
    drawn = rand();
    return 0;
}
