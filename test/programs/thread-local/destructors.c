// SPDX-License-Identifier: Apache-2.0
// expect: violated assertion line 10
// Destructors run after main, the higher priority number first; the last one fails.
#include <assert.h>

static int order;

__attribute__((destructor(201))) static void last(void) {
    assert(order == 2);
    assert(order == 3);
}
__attribute__((destructor(202))) static void middle(void) {
    assert(order == 1);
    order = 2;
}

int main(void) {
    order = 1;
    return 0;
}
