// SPDX-License-Identifier: Apache-2.0
// expect: holds
#include <stdio.h>
#include <sys/syscall.h>
#include <unistd.h>

int main(void) {
    fprintf(stderr, "[%d/%ld] %u\n", getpid(), syscall(SYS_gettid), getuid());
    return 0;
}
