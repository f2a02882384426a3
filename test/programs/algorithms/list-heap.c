// SPDX-License-Identifier: Apache-2.0
// expect: holds
// options: --property leak
// A linked list: insert in order, remove, reverse, free everything.
#include <assert.h>
#include <stdlib.h>

struct node { int v; struct node *next; };

static void insert(struct node **at, int v) {
    while (*at && (*at)->v < v)
        at = &(*at)->next;
    struct node *n = malloc(sizeof *n);
    *n = (struct node){v, *at};
    *at = n;
}
static void erase(struct node **at, int v) {
    while (*at && (*at)->v != v)
        at = &(*at)->next;
    if (*at) {
        struct node *n = *at;
        *at = n->next;
        free(n);
    }
}

int main(void) {
    struct node *head = NULL;
    static const int values[] = {3, 1, 2, 5, 4};
    for (int i = 0; i < 5; i++)
        insert(&head, values[i]);
    erase(&head, 3);
    erase(&head, 9);
    int digits = 0;
    for (struct node *n = head; n; n = n->next)
        digits = digits * 10 + n->v;
    assert(digits == 1245);
    while (head) {
        struct node *n = head;
        head = n->next;
        free(n);
    }
    return 0;
}
