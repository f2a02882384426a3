// SPDX-License-Identifier: Apache-2.0
// Where TZ is not there the hour is 0.
// expect: violated assertion line 10
// options: --unknown environment
#include <assert.h>
#include <time.h>

int main(void) {
    time_t zero = 0;
    assert(localtime(&zero)->tm_hour != 0);
    return 0;
}
