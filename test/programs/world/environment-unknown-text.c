// SPDX-License-Identifier: Apache-2.0
// What is in it nobody knows.
// expect: unknown "the value of getenv() called at"
// options: --unknown environment
#include <stdlib.h>

int main(void) {
    char *home = getenv("HOME");
    return home && home[0] == '/';
}
