// SPDX-License-Identifier: Apache-2.0
// A second file for never-called-copy.c.
#include "shared-check.h"
void add_key(int key) { check_key(key); }
void drop_key(int key) {
    assert(key < 9 || key > 99);
}
