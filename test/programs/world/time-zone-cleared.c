// SPDX-License-Identifier: Apache-2.0
// Without an environment a file still says which time is local.
// expect: holds with no files but those given
#include <assert.h>
#include <stdlib.h>
#include <time.h>

int main(void) {
    time_t zero = 0;
    clearenv();
    assert(localtime(&zero)->tm_hour == 0);
    return 0;
}
