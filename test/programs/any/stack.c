// SPDX-License-Identifier: Apache-2.0
// expect: holds for any number of threads, but for deadlocks that are no circles of waits for locks
// options: --any-number work
// Nodes of a pool lie on a stack that is changed by compare-and-swap. Who wants one takes them all and gives the others
// back, so that nobody looks into a node that is not its own.
#include <assert.h>
#include <stdatomic.h>
#include <stddef.h>

typedef struct Node {
    struct Node *next;
    atomic_int is_used;
} Node;
static Node pool[2] = {{&pool[1], 0}, {NULL, 0}};
static _Atomic(Node *) top = &pool[0];

static void push(Node *n) {
    Node *old = top;
    do
        n->next = old;
    while (!atomic_compare_exchange_strong(&top, &old, n));
}

static Node *pop(void) {
#ifdef HAS_ABA
    Node *n = top;
    while (n && !atomic_compare_exchange_strong(&top, &n, n->next))
        ;
    return n;
#else
    Node *n = atomic_exchange(&top, NULL);
    for (Node *rest = n ? n->next : NULL, *next; rest; rest = next) {
        next = rest->next;
        push(rest);
    }
    return n;
#endif
}

void *work(void *arg) {
    Node *n = pop();
    if (!n)
        return arg;
    assert(!n->is_used);
    n->is_used = 1;
    n->is_used = 0;
    push(n);
    return arg;
}

int main(void) { return 0; }
