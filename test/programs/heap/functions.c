// SPDX-License-Identifier: Apache-2.0
// expect: holds
// levels: -O0 -O2
// malloc, calloc, realloc (growing, shrinking, of null), aligned_alloc, posix_memalign, free(NULL).
#include <assert.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

int main(void) {
    int *a = calloc(4, sizeof *a);
    assert(a && a[0] == 0 && a[3] == 0);
    for (int i = 0; i < 4; i++)
        a[i] = i;
    a = realloc(a, 8 * sizeof *a);
    assert(a[0] == 0 && a[3] == 3);
    a[7] = 7;
    a = realloc(a, 2 * sizeof *a);
    assert(a[1] == 1);
    free(a);
    char *s = realloc(NULL, 3);
    strcpy(s, "ab");
    free(s);
    void *p = aligned_alloc(64, 128);
    assert(p && ((uintptr_t)p & 63) == 0);
    free(p);
    void *q = NULL;
    assert(posix_memalign(&q, 32, 100) == 0 && q != NULL);
    memset(q, 1, 100);
    free(q);
    free(NULL);
    int **pp = malloc(sizeof *pp);
    *pp = malloc(sizeof **pp);
    **pp = 9;
    pp = realloc(pp, 2 * sizeof *pp);
    assert(**pp == 9);
    free(*pp);
    free(pp);
    return 0;
}
