// SPDX-License-Identifier: Apache-2.0
// expect: violated assertion line 30
// The same stack with a plain store instead of the exchange loses a node.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>

struct node { struct node *next; int v; };
static _Atomic(struct node *) top;

static void *push(void *arg) {
    struct node *n = malloc(sizeof *n);
    n->v = *(int *)arg;
    n->next = atomic_load(&top);
    atomic_store(&top, n);
    return NULL;
}

int main(void) {
    static int v[2] = {1, 2};
    pthread_t a, b;
    pthread_create(&a, NULL, push, &v[0]);
    pthread_create(&b, NULL, push, &v[1]);
    pthread_join(a, NULL);
    pthread_join(b, NULL);
    int sum = 0;
    for (struct node *n = top; n; n = n->next)
        sum += n->v;
    assert(sum == 3);
    return 0;
}
