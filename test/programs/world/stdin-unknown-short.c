// SPDX-License-Identifier: Apache-2.0
// A read may give fewer bytes than were asked for.
// expect: violated assertion line 10
// options: --unknown stdin
#include <assert.h>
#include <unistd.h>

int main(void) {
    char buf[2];
    assert(read(0, buf, 2) != 1);
    return 0;
}
