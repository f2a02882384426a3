// SPDX-License-Identifier: Apache-2.0
// expect: violated use-after-free line 20
// levels: -O0
// message: first = &p->v; +first = &cell#1\.v
// message: second = &cell#1\.next
// message: \*first = 1; +with first = &cell#1\.v \(freed\)
// A pointer to a member has its value from where it gets it, also if nothing but accesses need it.
#include <stdlib.h>

struct cell { int v; struct cell *next; };

int main(void) {
    int *first = NULL;
    struct cell **second = NULL;
    struct cell *p = malloc(sizeof *p);
    first = &p->v;
    second = &p->next;
    *second = NULL;
    free(p);
    *first = 1;
    return 0;
}
