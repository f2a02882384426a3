// SPDX-License-Identifier: Apache-2.0
// The same, and nobody knows when the program starts.
// expect: violated assertion line 9
// options: --unknown clock --nondet-range 0..1 --trace-full
// message: the unknown value of line 9 is 1
#include <assert.h>
#include <time.h>

int main(void) { assert(time(0) % 2 == 0); }
