// SPDX-License-Identifier: Apache-2.0
// The same everywhere: no condition.
// expect: holds
#include <assert.h>
#include <unistd.h>

int main(void) {
    assert(sysconf(_SC_PAGESIZE) == 4096);
    return 0;
}
