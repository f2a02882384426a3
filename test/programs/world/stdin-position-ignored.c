// SPDX-License-Identifier: Apache-2.0
// expect: holds
// no-message: standard input
// Nobody looks at what comes out.
#include <sys/stat.h>
#include <unistd.h>

static struct stat s;

int main(void) {
    lseek(0, 0, SEEK_SET);
    fstat(0, &s);
    return 0;
}
