// SPDX-License-Identifier: Apache-2.0
// expect: holds
// options: -m32
// options: --no-spurious-wakeups
// cond/functions.c with the 32-bit layout of its objects.
#include "../cond/functions.c"
