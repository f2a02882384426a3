// SPDX-License-Identifier: Apache-2.0
// no-none: too many states
// expect: holds
// options: -m32
// cond/queue.c with the 32-bit layout of its objects. It uses pthread_create.
#include "../cond/queue.c"
