// SPDX-License-Identifier: Apache-2.0
// expect: holds
// Pointer difference, comparison, round trips through integers, masking of low bits, tagged pointers.
#include <assert.h>
#include <stdint.h>
#include <stdlib.h>

struct node { int v; struct node *next; };

int main(void) {
    int a[10];
    int *p = a + 2, *q = &a[9];
    assert(q - p == 7 && p < q && q >= p && p != q && &a[2] == p);
    p += 3;
    *p-- = 5;
    assert(a[5] == 5 && p == a + 4);
    uintptr_t u = (uintptr_t)p;
    u += sizeof *p;
    assert(*(int *)u == 5);
    struct node *n = malloc(sizeof *n);
    n->v = 42;
    uintptr_t tagged = (uintptr_t)n | 1;
    assert((tagged & 1) == 1);
    struct node *back = (struct node *)(tagged & ~(uintptr_t)1);
    assert(back == n && back->v == 42);
    char *c = (char *)n + sizeof(int) - sizeof(int);
    assert((void *)c == (void *)n);
    free(n);
    int *end = a + 10;
    end[-1] = 3;
    assert(end - a == 10 && a[9] == 3);
    return 0;
}
