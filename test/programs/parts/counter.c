// SPDX-License-Identifier: Apache-2.0
#include "counter.h"

static int value;

void counter_add(int n) { value += n; }
int counter_value(void) { return value; }
