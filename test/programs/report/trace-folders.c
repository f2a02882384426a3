// SPDX-License-Identifier: Apache-2.0
// Rows leave out the folder that all files share, if it is long; the fault and the stacks have names in full.
// expect: violated assertion line 13
// options: --trace-full
// levels: -O0
// message: thread 1  parts/two\.c:3  +total = 1
// message: thread 1  one\.c:12  +n = 2
// message: at home/of/a/rather/long/project/one\.c:13 in main
// message: \n    home/of/a/rather/long/project/one\.c:13  main  \(n = 2\)
#include <assert.h>
#line 1 "home/of/a/rather/long/project/parts/two.c"
static int total;
static int add(void) {
    total = 1;
    return total + 1;
}
#line 11 "home/of/a/rather/long/project/one.c"
int main(void) {
    int n = add();
    assert(n == 1);
}
