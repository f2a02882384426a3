// SPDX-License-Identifier: Apache-2.0
// expect: violated assertion
// options: -DORDER=312
// One of the six orders in which a read-write lock can go to two writers and a reader (see reaches-all.c).
#include "../parts/orders-rwlock.h"
