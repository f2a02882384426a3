// SPDX-License-Identifier: Apache-2.0
// expect: holds with an empty environment and no files but those given
#include <assert.h>
#include <time.h>

int main(void) {
    tzset();
    assert(timezone == 0);
    return 0;
}
