// SPDX-License-Identifier: Apache-2.0
// expect: holds for one layout of memory
// A number that lies where a heap has its blocks, but at none of them, stays the number that it is,
// also where a pointer could stand.
#include <assert.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static volatile uint64_t wide = 0x56e0ddf090e0;
static volatile uintptr_t rest;

int main(void) {
    char text[32];
    int *p = malloc(sizeof *p);
    if (!p)
        return 0;
    rest = (uintptr_t)p % 61;
    assert(rest < 61); // somebody looks at an address
    uint64_t number = wide;
    void *nothing = (void *)number;
    snprintf(text, sizeof text, "%llu", (unsigned long long)number);
    assert(strcmp(text, "95523796193504") == 0);
    assert(printf("%llu\n", (unsigned long long)number) == 15);
    assert(number == wide && nothing == (void *)wide && nothing != NULL);
    free(p);
    return 0;
}
