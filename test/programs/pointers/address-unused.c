// SPDX-License-Identifier: Apache-2.0
// expect: holds
// levels: -O0 -O2
// A number made from an address may be carried around, as long as nothing depends on it.
#include <assert.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

static uintptr_t seed;

int main(void) {
    char *p = malloc(16), text[] = "heddle";
    seed = (uintptr_t)p * 31 + 7;
    uintptr_t copy = seed;
    const char *found = strchr(text, 'x');
    assert((found ? found - text : -1) == -1);
    free(p);
    return (int)copy;
}
