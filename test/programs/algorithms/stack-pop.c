// SPDX-License-Identifier: Apache-2.0
// expect: holds
// Pop without freeing: each node goes to exactly one thread.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stddef.h>

struct node { struct node *next; int v; };
static struct node nodes[2] = {{&nodes[1], 1}, {NULL, 2}};
static _Atomic(struct node *) top = &nodes[0];

static void *pop(void *arg) {
    struct node *n = atomic_load(&top);
    while (n && !atomic_compare_exchange_strong(&top, &n, n->next))
        ;
    *(int *)arg = n ? n->v : 0;
    return NULL;
}

int main(void) {
    static int got[2];
    pthread_t a, b;
    pthread_create(&a, NULL, pop, &got[0]);
    pthread_create(&b, NULL, pop, &got[1]);
    pthread_join(a, NULL);
    pthread_join(b, NULL);
    assert(got[0] + got[1] == 3 && got[0] != got[1] && !top);
    return 0;
}
