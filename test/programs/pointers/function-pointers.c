// SPDX-License-Identifier: Apache-2.0
// expect: holds
// levels: -O0 -O2 -O3
// Tables of functions, callbacks, functions that return functions, comparison.
#include <assert.h>
#include <stdlib.h>

static int add(int a, int b) { return a + b; }
static int sub(int a, int b) { return a - b; }
static int mul(int a, int b) { return a * b; }
typedef int op(int, int);
static op *const table[] = {add, sub, mul, 0};
static op *pick(char c) { return c == '+' ? add : c == '-' ? sub : mul; }
static int fold(op *f, const int *a, int n, int start) {
    for (int i = 0; i < n; i++)
        start = f(start, a[i]);
    return start;
}
static int descending(const void *a, const void *b) { return *(const int *)b - *(const int *)a; }
struct object { op *method; int state; };

int main(void) {
    int a[] = {3, 1, 2};
    assert(table[0](2, 3) == 5 && table[2](2, 3) == 6 && table[3] == NULL);
    assert(pick('-')(7, 3) == 4 && pick('+') == add && pick('*') != add);
    assert(fold(mul, a, 3, 1) == 6 && fold(sub, a, 3, 10) == 4);
    struct object o = {pick('*'), 5};
    assert(o.method(o.state, 2) == 10 && (**o.method)(1, 1) == 1);
    qsort(a, 3, sizeof *a, descending);
    assert(a[0] == 3 && a[1] == 2 && a[2] == 1);
    return 0;
}
