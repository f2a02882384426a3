// SPDX-License-Identifier: Apache-2.0
// expect: holds
// options: -m32
// c11-functions.c with the 32-bit layout of its objects.
#include "c11-functions.c"
