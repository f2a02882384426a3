// SPDX-License-Identifier: Apache-2.0
// A text has an end; how far away it can be is a bound.
// expect: holds within environment variables of at most 32 bytes
// options: --unknown environment
#include <assert.h>
#include <stdlib.h>
#include <string.h>

int main(void) {
    char *home = getenv("HOME");
    assert(!home || strlen(home) < 100);
    return 0;
}
