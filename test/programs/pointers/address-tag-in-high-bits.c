// SPDX-License-Identifier: Apache-2.0
// expect: holds for one layout of memory
// A counter in the upper 16 bits of a pointer, which changes with each change of the top of a stack.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdint.h>
#include <stdlib.h>

#define ADDRESS ((1ull << 48) - 1)
struct node {
    struct node *next;
    int value;
};
static _Atomic uint64_t top;

static struct node *pointer(uint64_t word) { return (struct node *)(word & ADDRESS); }
static uint64_t tagged(struct node *n, uint64_t old) { return (uint64_t)n | ((old >> 48) + 1) << 48; }

static void push(struct node *n) {
    uint64_t old = top;
    do
        n->next = pointer(old);
    while (!atomic_compare_exchange_weak(&top, &old, tagged(n, old)));
}

static void *pusher(void *arg) {
    push(arg);
    return NULL;
}

int main(void) {
    pthread_t t;
    struct node *a = malloc(sizeof *a), *b = malloc(sizeof *b);
    a->value = 1;
    b->value = 2;
    pthread_create(&t, NULL, pusher, a);
    push(b);
    pthread_join(t, NULL);
    assert(top >> 48 == 2);
    assert(pointer(top)->value + pointer(top)->next->value == 3 && !pointer(top)->next->next);
    free(a);
    free(b);
    return 0;
}
