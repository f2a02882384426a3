// SPDX-License-Identifier: Apache-2.0
// The parity of the first second is that of the clock's fixed start.
// expect: holds with the clock at 2026-01-01 00:00:00
#include <assert.h>
#include <time.h>

int main(void) {
    assert(time(0) % 2 == 0);
    return 0;
}
