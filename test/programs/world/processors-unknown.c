// SPDX-License-Identifier: Apache-2.0
// expect: violated assertion line 8
// options: --unknown processors --nondet-range 0..8
#include <assert.h>
#include <sys/sysinfo.h>

int main(void) {
    assert(get_nprocs() <= 4);
    return 0;
}
