// SPDX-License-Identifier: Apache-2.0
// expect: violated deadlock line 83
// options: --any-number use
// A defect in rockall.c: b1_new may return with the lock of its bucket.
#define LOST_UNLOCK
#include "rockall.c"
