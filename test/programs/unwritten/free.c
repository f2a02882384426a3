// SPDX-License-Identifier: Apache-2.0
// expect: unknown "never written"
// levels: -O0
// free of a pointer that was never set: it may be a null pointer.
#include <stdlib.h>
int main(void) {
    void *p;
    free(p);
    return 0;
}
