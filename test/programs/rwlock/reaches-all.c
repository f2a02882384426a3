// SPDX-License-Identifier: Apache-2.0
// no-none: too many states
// expect: holds
// The orders in which a read-write lock can go to two writers and a reader; each of the six has a program that shows it.
#include "../parts/orders-rwlock.h"
