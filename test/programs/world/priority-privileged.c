// SPDX-License-Identifier: Apache-2.0
// expect: holds with priority 0 and user 1000
// Only a privileged user may get a higher priority back.
#include <assert.h>
#include <errno.h>
#include <sys/resource.h>
#include <unistd.h>

int main(void) {
    assert(setpriority(PRIO_PROCESS, 0, 5) == 0);
    assert(setpriority(PRIO_PROCESS, 0, 1) == -1 && errno == EACCES);
    assert(nice(-1) == -1 && errno == EPERM);
    assert(getpriority(PRIO_PROCESS, 0) == 5);
    return 0;
}
