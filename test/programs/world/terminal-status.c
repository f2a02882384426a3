// SPDX-License-Identifier: Apache-2.0
// expect: holds with no terminal
#include <assert.h>
#include <errno.h>
#include <sys/stat.h>
#include <unistd.h>

int main(void) {
    struct stat s;
    assert(fstat(1, &s) == 0);
    assert(!S_ISCHR(s.st_mode));
    assert(lseek(2, 0, SEEK_CUR) == -1);
    return 0;
}
