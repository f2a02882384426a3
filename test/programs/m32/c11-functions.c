// SPDX-License-Identifier: Apache-2.0
// expect: holds
// options: -m32
// options: --no-spurious-wakeups
// threads/c11-functions.c with the 32-bit layout of its objects.
#include "../threads/c11-functions.c"
