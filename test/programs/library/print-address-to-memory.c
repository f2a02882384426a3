// SPDX-License-Identifier: Apache-2.0
// expect: holds for one layout of memory
// The texts of two addresses are different, and can be read again.
#include <assert.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

int main(void) {
    int *first = malloc(sizeof *first), *second = malloc(sizeof *second);
    char a[32], b[32];
    int n = snprintf(a, sizeof a, "%p", (void *)first);
    snprintf(b, sizeof b, "%p", (void *)second);
    assert(strcmp(a, b) != 0);
    assert(n == (int)strlen(a) && a[0] == '0' && a[1] == 'x');
    assert(strtoul(a, NULL, 16) == (unsigned long)first);
    void *again;
    assert(sscanf(b, "%p", &again) == 1 && again == second);
    *(int *)again = 1;
    assert(*second == 1);
    free(first);
    free(second);
    return 0;
}
