// SPDX-License-Identifier: Apache-2.0
// expect: holds
// options: -m32
// thread-local/key-functions.c with the 32-bit layout of its objects.
#include "../thread-local/key-functions.c"
