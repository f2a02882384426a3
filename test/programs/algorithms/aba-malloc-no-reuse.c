// SPDX-License-Identifier: Apache-2.0
// expect: holds without reuse of addresses
// Without reuse of addresses (see aba-malloc.c) the wrong pop is not found: a stack whose pop is protected against use after free by never touching a freed node (a node's successor is kept in
// a table by its number), but not against ABA: with malloc giving out the same address again, the compare-exchange
// succeeds though the stack has changed.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>

struct node {
    int id;
};
static _Atomic(struct node *) top;
static struct node *below[4];       // by id: the node under it
static int taken[4];

static struct node *make(int id) {
    struct node *n = malloc(sizeof *n);
    n->id = id;
    return n;
}

static void push(struct node *n, int id) {
    below[id] = atomic_load(&top);
    atomic_store(&top, n);
}

// Removes the top, of which the caller knows the id and what lies under it.
static int pop_known(struct node *expected, struct node *next) {
    return atomic_compare_exchange_strong(&top, &expected, next);
}

static void *slow(void *first) {
    struct node *next = below[1];
    if (pop_known(first, next))
        taken[1]++;
    return NULL;
}

static void *fast(void *first) {
    struct node *second = below[1];
    if (!pop_known(first, second))
        return NULL;
    taken[1]++;
    atomic_store(&top, below[0]);   // the second one is taken as well
    taken[0]++;
    free(first);
    push(make(2), 2);
    return NULL;
}

static void look(void) { assert(taken[1] <= 1); }

int main(void) {
    pthread_t a, b;
    struct node *zero = make(0), *one = make(1);
    push(zero, 0);
    push(one, 1);
    pthread_create(&a, NULL, slow, one);
    pthread_create(&b, NULL, fast, one);
    pthread_join(a, NULL);
    pthread_join(b, NULL);
    look();
    return 0;
}
