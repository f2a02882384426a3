// SPDX-License-Identifier: Apache-2.0
// expect: holds
// options: --property leak
// levels: -O0
// Everything is freed, or still reachable from a global at the end.
#include <stdlib.h>

struct node { struct node *next; };
static struct node *kept;

int main(void) {
    kept = malloc(sizeof *kept);
    kept->next = malloc(sizeof *kept);
    kept->next->next = kept;
    int *p = malloc(sizeof *p);
    free(p);
    return 0;
}
