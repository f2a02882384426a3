// SPDX-License-Identifier: Apache-2.0
// expect: unknown "a file that nobody gave"
// options: --unknown files
#include <stdio.h>

int main(void) {
    FILE *f = fopen("settings", "r");
    return f != NULL;
}
