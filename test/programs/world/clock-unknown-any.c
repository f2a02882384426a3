// SPDX-License-Identifier: Apache-2.0
// It may be any time, odd ones too.
// expect: violated assertion
// options: --unknown clock
#include <assert.h>
#include <time.h>

int main(void) { assert(time(0) % 2 == 0); }
