// SPDX-License-Identifier: Apache-2.0
// expect: holds
// Weak symbols, aliases, external tentative definitions, inline functions.
#include <assert.h>

int tentative;
int tentative;
__attribute__((weak)) int missing(void);
__attribute__((weak)) int weak_value(void) { return 4; }
int real(void) { return 5; }
int alias(void) __attribute__((alias("real")));
extern int alias_data __attribute__((alias("data")));
int data = 6;
static inline int square(int x) { return x * x; }

int main(void) {
    assert(tentative == 0 && !missing && weak_value() == 4 && alias() == 5);
    data = 7;
    assert(alias_data == 7 && square(3) == 9);
    return 0;
}
