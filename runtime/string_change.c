// SPDX-License-Identifier: Apache-2.0
// GNU's functions that jumble a text in place.
#include "rt.h"

#include <string.h>

MODEL void *memfrob(void *p, size_t n) {
    unsigned char *s = p;
    for (size_t i = 0; i < n; i++)
        s[i] ^= 42;
    return p;
}

// Every order of the characters is possible, and the search tries them all: n! of them.
MODEL char *strfry(char *s) {
    size_t n = rt_length(s);
    for (size_t i = 0; i + 1 < n; i++) {
        size_t j = i + (size_t)__heddle_choose((int)(n - i));
        char c = s[i];
        s[i] = s[j];
        s[j] = c;
    }
    return s;
}
