// SPDX-License-Identifier: Apache-2.0
// expect: violated assertion line 29
// options: --any-number use
// A defect in rockall.c: b1_delete takes the lock of another thing.
#define WRONG_LOCK
#include "rockall.c"
