// SPDX-License-Identifier: Apache-2.0
// expect: holds
// Optimised code subtracts the low halves of pointers where an int is wanted.
#include <assert.h>
#include <string.h>

static char text[] = "alpha,beta";

int main(void) {
    int at = strchr(text, ',') - text;
    assert(at == 5);
    return 0;
}
