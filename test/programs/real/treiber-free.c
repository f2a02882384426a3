// SPDX-License-Identifier: Apache-2.0
// expect: violated use-after-free line 44
// Treiber's lock-free stack on the heap. A thread that pops frees the node at once, while another one that is about to
// pop the same node still has to read its link.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>

typedef struct Node {
    struct Node *next;
    int item;
} Node;

typedef struct {
    _Atomic(Node *) top;
    atomic_int size; // a hint only: it lags behind
} Stack;

static void stack_init(Stack *stack) {
    atomic_init(&stack->top, NULL);
    atomic_init(&stack->size, 0);
}

static bool stack_push(Stack *stack, int item) {
    Node *node = malloc(sizeof *node);
    if (!node)
        return false;
    node->item = item;
    node->next = atomic_load(&stack->top);
    while (!atomic_compare_exchange_weak(&stack->top, &node->next, node))
        ;
    atomic_fetch_add(&stack->size, 1);
    return true;
}

static bool stack_pop(Stack *stack, int *item) {
    Node *top = atomic_load(&stack->top);
    do {
        if (!top)
            return false;
    } while (!atomic_compare_exchange_weak(&stack->top, &top, top->next));
    *item = top->item;
    free(top);
    atomic_fetch_sub(&stack->size, 1);
    return true;
}

// The test: each thread puts one item in and takes one out; no item is lost.

enum { THREADS = 2 };

typedef struct {
    pthread_t thread;
    Stack *stack;
    int puts, gets;
} Client;

static void *client(void *arg) {
    Client *self = arg;
    if (!stack_push(self->stack, self->puts)) {
        fprintf(stderr, "out of memory\n");
        exit(1);
    }
    bool is_found = stack_pop(self->stack, &self->gets);
    assert(is_found);
    return NULL;
}

int main(void) {
    Stack stack;
    Client clients[THREADS];
    int sum = 0;
    stack_init(&stack);
    for (int i = 0; i < THREADS; i++) {
        clients[i] = (Client){.stack = &stack, .puts = i + 1};
        if (pthread_create(&clients[i].thread, NULL, client, &clients[i]) != 0)
            return 1;
    }
    for (int i = 0; i < THREADS; i++) {
        pthread_join(clients[i].thread, NULL);
        sum += clients[i].gets;
    }
    assert(sum == THREADS * (THREADS + 1) / 2);
    assert(atomic_load(&stack.size) == 0);
    return 0;
}
