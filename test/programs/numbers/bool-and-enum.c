// SPDX-License-Identifier: Apache-2.0
// expect: holds
// _Bool keeps only 0 and 1; enums, the ternary operator and short-circuit evaluation.
#include <assert.h>
#include <stdbool.h>

enum colour { RED = -1, GREEN = 5, BLUE };
volatile int four = 4;
volatile enum colour c = BLUE;
static int calls;

static bool count(bool result) {
    calls++;
    return result;
}

int main(void) {
    bool b = four;
    assert(b == 1 && sizeof b == 1);
    b = four & 3;
    assert(!b);
    b = four / 8.0;
    assert(b);
    assert(c == 6 && c > GREEN && RED < GREEN);
    assert(!(count(false) && count(true)) && calls == 1);
    assert((count(true) || count(true)) && calls == 2);
    assert((four > 3 ? 7 : 9) == 7);
    bool flip = true;
    flip ^= four == 4;
    assert(!flip);
    return 0;
}
