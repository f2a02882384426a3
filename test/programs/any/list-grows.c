// SPDX-License-Identifier: Apache-2.0
// expect: unknown "more and more objects"
// options: --any-number push
// Every thread adds an object to a list: any number of threads make any number of objects.
#include <stdatomic.h>
#include <stdlib.h>

struct node {
    struct node *next;
};
static _Atomic(struct node *) top;

void *push(void *arg) {
    struct node *n = malloc(sizeof *n);
    if (!n)
        return arg;
    n->next = top;
    while (!atomic_compare_exchange_strong(&top, &n->next, n))
        ;
    return arg;
}

int main(void) { return 0; }
