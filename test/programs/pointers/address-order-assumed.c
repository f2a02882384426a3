// SPDX-License-Identifier: Apache-2.0
// expect: violated assertion line 14
// message: char#3 lies below all
// Nothing says that a later block lies above an earlier one.
#include <assert.h>
#include <stdlib.h>

static int global;

int main(void) {
    char *first = malloc(8), *second = malloc(8), *third = malloc(8);
    assert((first < second) + (second < first) == 1);
    assert(!(first < second && second < third && third < first));
    assert(first < second || second < third);
    assert((char *)&global < first);
    free(first);
    return 0;
}
