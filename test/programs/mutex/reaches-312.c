// SPDX-License-Identifier: Apache-2.0
// expect: violated assertion
// options: -DORDER=312
// One of the six orders in which a mutex can go to three threads (see reaches-all.c).
#include "../parts/orders-mutex.h"
