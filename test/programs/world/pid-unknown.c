// SPDX-License-Identifier: Apache-2.0
// It is the same whoever asks, and it may be anything.
// expect: violated assertion line 10
// options: --unknown pid --nondet-range 1..3
#include <assert.h>
#include <unistd.h>

int main(void) {
    assert(getpid() == getpid());
    assert(getpid() != 2);
    return 0;
}
