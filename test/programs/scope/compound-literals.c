// SPDX-License-Identifier: Apache-2.0
// expect: holds
// Compound literals, flexible array members, statement expressions.
#include <assert.h>
#include <stdlib.h>
#include <string.h>

struct point { int x, y; };
struct text { int n; char s[]; };
#define MAX(a, b) ({ __auto_type a_ = (a); __auto_type b_ = (b); a_ > b_ ? a_ : b_; })

static int norm(const struct point *p) { return p->x * p->x + p->y * p->y; }

int main(void) {
    assert(norm(&(struct point){3, 4}) == 25);
    int *a = (int[]){1, 2, 3};
    a[1] = 5;
    assert(a[0] + a[1] + a[2] == 9);
    struct text *t = malloc(sizeof *t + 6);
    t->n = 5;
    memcpy(t->s, "hello", 6);
    assert(t->s[4] == 'o' && strlen(t->s) == (size_t)t->n);
    free(t);
    assert(MAX(a[1], 3) == 5);
    assert(_Generic(1.0f, float: 1, double: 2) == 1);
    return 0;
}
