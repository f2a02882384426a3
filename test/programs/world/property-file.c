// SPDX-License-Identifier: Apache-2.0
// Conditions leave the exit code alone: heddle says 0 for `holds`.
// expect: holds with process 1000
// options: --prp parts/unreach-call.prp
#include <unistd.h>

void reach_error(void);

int main(void) {
    if (getpid() == 1)
        reach_error();
    return 0;
}
