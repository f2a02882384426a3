// SPDX-License-Identifier: Apache-2.0
// expect: violated assertion line 10
// options: --unknown priority --nondet-range -20..19
// The program may have been started by one that was nice.
#include <assert.h>
#include <sys/resource.h>

int main(void) {
    int priority = getpriority(PRIO_PROCESS, 0);
    assert(priority < 5);
    return 0;
}
