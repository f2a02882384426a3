// SPDX-License-Identifier: Apache-2.0
// expect: unknown "local time of an unknown file /etc/localtime"
// options: --unknown files
#include <assert.h>
#include <time.h>

int main(void) {
    time_t zero = 0;
    assert(ctime(&zero)[11] == '0');
    return 0;
}
