// SPDX-License-Identifier: Apache-2.0
// expect: violated assertion line 17
// open_memstream makes its buffer larger, too: it is moved or not.
#include <assert.h>
#include <stdio.h>
#include <stdlib.h>

int main(void) {
    char *text;
    size_t size;
    FILE *f = open_memstream(&text, &size);
    fputs("a", f);
    fflush(f);
    char *before = text;
    fputs("somewhat longer", f);
    fclose(f);
    assert(text != before);
    free(text);
    return 0;
}
