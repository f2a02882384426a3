// SPDX-License-Identifier: Apache-2.0
// What the program has set itself is no condition.
// expect: holds
#include <assert.h>
#include <stdlib.h>
#include <string.h>

int main(void) {
    setenv("MODE", "fast", 1);
    assert(strcmp(getenv("MODE"), "fast") == 0);
    clearenv();
    assert(!getenv("MODE"));
    return 0;
}
