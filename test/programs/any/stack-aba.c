// SPDX-License-Identifier: Apache-2.0
// expect: violated assertion line 44
// options: --any-number work
// Who is slow to take the first node does not notice that it was taken and given back, without the second.
#define HAS_ABA
#include "stack.c"
