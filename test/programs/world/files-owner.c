// SPDX-License-Identifier: Apache-2.0
// expect: holds with no files but those given
// Whom a file belongs to, and when it was written, is fixed.
#include <assert.h>
#include <stdio.h>
#include <sys/stat.h>

int main(void) {
    struct stat s;
    fclose(fopen("a", "w"));
    assert(stat("a", &s) == 0);
    assert(s.st_size == 0);
    assert(s.st_mtime < 1000);
    return 0;
}
