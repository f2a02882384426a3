// SPDX-License-Identifier: Apache-2.0
// expect: violated assertion line 10
// options: --unknown stdin
// Input may come from a terminal or through a pipe.
#include <assert.h>
#include <sys/stat.h>
int main(void) {
    struct stat s;
    assert(fstat(0, &s) == 0);
    assert(S_ISREG(s.st_mode));
    return 0;
}
