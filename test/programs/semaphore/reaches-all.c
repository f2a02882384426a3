// SPDX-License-Identifier: Apache-2.0
// no-none: too many states
// expect: holds
// The orders in which a semaphore can let three threads go; each of the six has a program that shows it.
#include "../parts/orders-sem.h"
