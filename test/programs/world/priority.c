// SPDX-License-Identifier: Apache-2.0
// expect: holds with priority 0
#include <assert.h>
#include <sys/resource.h>

int main(void) {
    assert(getpriority(PRIO_PROCESS, 0) < 5);
    return 0;
}
