// SPDX-License-Identifier: Apache-2.0
// Without values to try nothing can be said.
// expect: unknown "the value of time() called at"
// options: --unknown clock
#include <assert.h>
#include <time.h>

int main(void) { assert(time(0) % 2 == 0); }
