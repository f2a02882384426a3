// SPDX-License-Identifier: Apache-2.0
// expect: violated assertion line 8
// options: --unknown terminal
#include <assert.h>
#include <unistd.h>

int main(void) {
    assert(!isatty(1));
    return 0;
}
