// SPDX-License-Identifier: Apache-2.0
// expect: holds
// options: -m32
// sync/once.c with the 32-bit layout of its objects. It uses pthread_create.
#include "../sync/once.c"
