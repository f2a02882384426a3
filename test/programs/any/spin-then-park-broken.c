// SPDX-License-Identifier: Apache-2.0
// expect: violated assertion line 41
// options: --any-number work
// A thread that was woken does not look whether another one was faster.
#define IS_BROKEN
#include "spin-then-park.c"
