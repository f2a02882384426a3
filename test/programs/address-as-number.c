// SPDX-License-Identifier: Apache-2.0
// expect: unknown
// levels: -O0
// A program that depends on the number of an address gets an honest answer.
#include <stdint.h>
#include <stdlib.h>

int main(void) {
    char *p = malloc(16);
    int bucket = (int)((uintptr_t)p / 16 % 7);
    return bucket == 3;
}
