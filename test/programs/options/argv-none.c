// SPDX-License-Identifier: Apache-2.0
// expect: violated assertion line 8
// Without arguments argc is 1.
#include <assert.h>

int main(int argc, char **argv) {
    assert(argv[0] && !argv[1]);
    assert(argc == 2);
    return 0;
}
