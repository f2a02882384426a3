// SPDX-License-Identifier: Apache-2.0
// expect: holds
// options: -m32
// semaphore/bounded-queue.c with the 32-bit layout of its objects. It uses pthread_create.
#include "../semaphore/bounded-queue.c"
