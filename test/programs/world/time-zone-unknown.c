// SPDX-License-Identifier: Apache-2.0
// expect: unknown "a time zone or a locale of an unknown environment"
// options: --unknown environment
#include <assert.h>
#include <time.h>

int main(void) {
    time_t zero = 0;
    assert(localtime(&zero)->tm_hour == 0);
    return 0;
}
