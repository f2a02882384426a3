// SPDX-License-Identifier: Apache-2.0
// expect: violated assertion line 29
// options: --any-number use
// A defect in rockall.c: b0_new does not lock its bucket.
#define MISSING_LOCK
#include "rockall.c"
