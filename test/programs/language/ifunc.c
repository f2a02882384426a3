// SPDX-License-Identifier: Apache-2.0
// expect: unknown "call of the indirect function chosen (ifunc)"
// levels: -O0
#include <assert.h>

static int three(void) { return 3; }
static void *choose(void) { return three; }
int chosen(void) __attribute__((ifunc("choose")));

int main(void) {
    assert(chosen() == 3);
    return 0;
}
