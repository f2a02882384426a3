// SPDX-License-Identifier: Apache-2.0
// expect: violated out-of-bounds line 14
// That blocks have addresses does not let an index run from one into the next.
#include <stdint.h>
#include <stdlib.h>

int main(void) {
    int *a = malloc(16), *b = malloc(16);
    if (((uintptr_t)a >> 4) % 3 == 5)
        return 1;
    for (int i = 0; i < 4; i++)
        a[i] = b[i] = i;
    long far = b - a;
    return a[far];
}
