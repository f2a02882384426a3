// SPDX-License-Identifier: Apache-2.0
// expect: holds with empty standard input
#include <assert.h>
#include <sys/stat.h>

int main(void) {
    struct stat s;
    assert(fstat(0, &s) == 0);
    assert(s.st_size == 0);
    return 0;
}
