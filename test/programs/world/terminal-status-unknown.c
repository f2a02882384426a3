// SPDX-License-Identifier: Apache-2.0
// expect: violated assertion line 11
// options: --unknown terminal
#include <assert.h>
#include <sys/stat.h>
#include <unistd.h>

int main(void) {
    struct stat s;
    assert(fstat(dup(1), &s) == 0);
    assert(!S_ISCHR(s.st_mode));
    return 0;
}
