// SPDX-License-Identifier: Apache-2.0
// expect: holds for one layout of memory
// The number of an address as text, and back.
#include <assert.h>
#include <stdio.h>
#include <stdlib.h>

int main(void) {
    char text[32];
    int *p = malloc(sizeof *p);
    *p = 7;
    snprintf(text, sizeof text, "%lx", (unsigned long)p);
    int *q = (int *)strtoul(text, NULL, 16);
    assert(q == p && *q == 7);
    free(q);
    return 0;
}
