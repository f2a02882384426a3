// SPDX-License-Identifier: Apache-2.0
// expect: holds with fixed limits of the system
#include <assert.h>
#include <sys/resource.h>

int main(void) {
    struct rusage used;
    getrusage(RUSAGE_SELF, &used);
    assert(used.ru_maxrss < 1 << 20);
    return 0;
}
