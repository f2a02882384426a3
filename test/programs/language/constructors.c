// SPDX-License-Identifier: Apache-2.0
// expect: holds
// Constructors run before main, in order of priority.
#include <assert.h>

static int order;
static int first, second, plain;

__attribute__((constructor)) static void c_plain(void) { plain = ++order; }
__attribute__((constructor(202))) static void c_second(void) { second = ++order; }
__attribute__((constructor(201))) static void c_first(void) { first = ++order; }

int main(void) {
    assert(first == 1 && second == 2 && plain == 3);
    return 0;
}
