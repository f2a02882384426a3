// SPDX-License-Identifier: Apache-2.0
// expect: holds with no terminal
#include <assert.h>
#include <unistd.h>

int main(void) {
    assert(!isatty(1));
    return 0;
}
