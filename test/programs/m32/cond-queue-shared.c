// SPDX-License-Identifier: Apache-2.0
// expect: violated deadlock
// options: -m32
// cond/queue-shared.c with the 32-bit layout of its objects. It uses pthread_create.
#include "../cond/queue-shared.c"
