// SPDX-License-Identifier: Apache-2.0
// expect: violated assertion
// no-none: too many states
// options: -DORDER=213
// One of the six orders in which a broadcast can wake three threads (see reaches-all.c).
#include "../parts/orders-cond.h"
