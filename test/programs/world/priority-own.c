// SPDX-License-Identifier: Apache-2.0
// expect: holds with priority 0
// What the program has set itself is no matter of the world's; how far it is from where it began is.
#include <assert.h>
#include <errno.h>
#include <sys/resource.h>
#include <unistd.h>

int main(void) {
    assert(nice(3) == 3);
    assert(getpriority(PRIO_PROCESS, 0) == 3);
    assert(setpriority(PRIO_PROCESS, 0, 40) == 0);
    assert(getpriority(PRIO_PROCESS, 0) == 19);
    assert(nice(0) == 19);
    return 0;
}
