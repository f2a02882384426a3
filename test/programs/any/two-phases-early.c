// SPDX-License-Identifier: Apache-2.0
// expect: violated assertion line 30
// options: --any-number work
// The second phase begins when all items of the first are given out.
#define IS_BROKEN
#include "two-phases.c"
