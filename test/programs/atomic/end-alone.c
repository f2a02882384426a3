// SPDX-License-Identifier: Apache-2.0
// expect: violated mutex-misuse line 6
#include <heddle.h>

int main(void) {
    heddle_atomic_end();
    return 0;
}
