// SPDX-License-Identifier: Apache-2.0
#ifndef COUNTER_H
#define COUNTER_H

void counter_add(int n);
int counter_value(void);

#endif
