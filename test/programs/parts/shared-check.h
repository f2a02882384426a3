// SPDX-License-Identifier: Apache-2.0
// Included by two files of one program; only one of them calls it.
#include <assert.h>
static void check_key(int key) { assert(key > 0); }
