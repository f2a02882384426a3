// SPDX-License-Identifier: Apache-2.0
// expect: violated assertion line 13
// files: parts/counter.c
// options: -DLIMIT=3 -Iparts
// Two files, a macro and an include directory from the command line.
#include "counter.h"
#include <assert.h>

int main(void) {
    for (int i = 0; i < LIMIT; i++)
        counter_add(i);
    assert(counter_value() == 3);
    assert(counter_value() == 4);
    return 0;
}
