// SPDX-License-Identifier: Apache-2.0
// expect: holds with 2 processors
#include <assert.h>
#include <unistd.h>

int main(void) {
    assert(sysconf(_SC_NPROCESSORS_ONLN) <= 4);
    return 0;
}
