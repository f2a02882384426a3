// SPDX-License-Identifier: Apache-2.0
// expect: holds for one layout of memory
// Functions and string literals have numbers too; a function can be called by its own.
#include <assert.h>
#include <stdint.h>

static int one(void) { return 1; }
static int two(void) { return 2; }
static const char *const name = "name";

int main(void) {
    uintptr_t both = (uintptr_t)one ^ (uintptr_t)two;
    int (*f)(void) = (int (*)(void))(both ^ (uintptr_t)one);
    assert(f == two && f() == 2);
    uintptr_t n = (uintptr_t)name * 3;
    assert(*(const char *)(n / 3) == 'n');
    return 0;
}
