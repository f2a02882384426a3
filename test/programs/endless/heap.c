// SPDX-License-Identifier: Apache-2.0
// expect: holds
// levels: -O0
// Memory is freed and allocated again for ever: finitely many states, because the heap is canonical.
#include <assert.h>
#include <stdlib.h>

struct node { struct node *next; int v; };

int main(void) {
    struct node *head = NULL;
    for (;;) {
        struct node *n = malloc(sizeof *n);
        n->next = head;
        n->v = head ? !head->v : 0;
        head = n;
        if (n->next && n->next->next) {
            assert(n->v == n->next->next->v);
            free(n->next->next);
            n->next->next = NULL;
        }
    }
}
