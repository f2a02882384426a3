// SPDX-License-Identifier: Apache-2.0
// expect: violated assertion line 17
// Blocks are known by the texts of their addresses; a new one may have the text of one that was freed.
#include <assert.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static char known[32];

int main(void) {
    int *first = malloc(sizeof *first);
    snprintf(known, sizeof known, "%p", (void *)first);
    free(first);
    char name[32];
    snprintf(name, sizeof name, "%p", malloc(sizeof *first));
    assert(strcmp(name, known) != 0);
    return 0;
}
