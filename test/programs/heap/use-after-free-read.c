// SPDX-License-Identifier: Apache-2.0
// expect: violated use-after-free line 19
// levels: -O0
// A list node is read after it was freed.
#include <stdlib.h>

struct node { struct node *next; int v; };

int main(void) {
    struct node *head = 0;
    for (int i = 0; i < 3; i++) {
        struct node *n = malloc(sizeof *n);
        n->next = head;
        n->v = i;
        head = n;
    }
    while (head) {
        free(head);
        head = head->next;
    }
    return 0;
}
