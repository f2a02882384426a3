// SPDX-License-Identifier: Apache-2.0
// expect: holds with an empty environment
#include <assert.h>

int main(int argc, char **argv, char **envp) {
    (void)argc, (void)argv;
    assert(!envp[0]);
    return 0;
}
