// SPDX-License-Identifier: Apache-2.0
// expect: holds
// options: -m32
// threads/c11-threads.c with the 32-bit layout of its objects. It uses pthread_create.
#include "../threads/c11-threads.c"
