// SPDX-License-Identifier: Apache-2.0
// expect: violated assertion line 7
// options: --unknown stdin --nondet-range 0..1
#include <assert.h>
#include <unistd.h>
int main(void) {
    assert(lseek(0, 0, SEEK_END) >= 0);
    return 0;
}
