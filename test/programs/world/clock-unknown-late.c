// SPDX-License-Identifier: Apache-2.0
// expect: violated assertion
// options: --unknown clock
// Some day it is 2038.
#include <assert.h>
#include <time.h>

int main(void) {
    assert(time(NULL) <= 0x7fffffff);
    return 0;
}
