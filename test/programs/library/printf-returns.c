// SPDX-License-Identifier: Apache-2.0
// expect: holds
// printf, puts, putchar and fprintf return what they should; output is not printed during the search.
#include <assert.h>
#include <stdio.h>

int main(void) {
    assert(printf("secret %d\n", 12) == 10);
    assert(fprintf(stderr, "%s", "err") == 3);
    assert(puts("line") >= 0 && putchar('x') == 'x');
    fflush(stdout);
    return 0;
}
