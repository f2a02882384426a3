// SPDX-License-Identifier: Apache-2.0
// expect: violated use-after-free line 14
// options: --prp parts/valid-memsafety.prp
// levels: -O0
// An error function that the program defines is a function like others where nobody asks for it: what follows counts.
#include <stdlib.h>
static int errors;
void reach_error(void) { errors++; }

int main(void) {
    char *p = malloc(1);
    free(p);
    reach_error();
    return errors ? *p : 0;
}
