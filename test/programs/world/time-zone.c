// SPDX-License-Identifier: Apache-2.0
// TZ and /etc/localtime say which time is local.
// expect: holds with an empty environment and no files but those given
#include <assert.h>
#include <time.h>

int main(void) {
    time_t zero = 0;
    assert(localtime(&zero)->tm_hour == 0);
    return 0;
}
