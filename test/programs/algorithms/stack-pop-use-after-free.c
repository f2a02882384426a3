// SPDX-License-Identifier: Apache-2.0
// expect: violated use-after-free line 13
// pop reads the next pointer of a node that another pop has freed in the meantime.
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>

struct node { struct node *next; int v; };
static _Atomic(struct node *) top;

static void *pop(void *arg) {
    struct node *n = atomic_load(&top);
    while (n && !atomic_compare_exchange_strong(&top, &n, n->next))
        ;
    free(n);
    return arg;
}

int main(void) {
    for (int i = 0; i < 2; i++) {
        struct node *n = malloc(sizeof *n);
        n->v = i;
        n->next = top;
        top = n;
    }
    pthread_t a, b;
    pthread_create(&a, NULL, pop, NULL);
    pthread_create(&b, NULL, pop, NULL);
    pthread_join(a, NULL);
    pthread_join(b, NULL);
    return 0;
}
