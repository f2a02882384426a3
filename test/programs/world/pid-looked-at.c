// SPDX-License-Identifier: Apache-2.0
// expect: holds with process 1000
#include <assert.h>
#include <unistd.h>

int main(void) {
    assert(getpid() > 1);
    return 0;
}
