// SPDX-License-Identifier: Apache-2.0
// expect: holds without reuse of addresses
// no-none: too many states
// Treiber's stack with Michael's hazard pointers. Before a thread looks into a node it publishes the node's address and
// makes sure that the node is still the top; a node that was popped is freed only when nobody has it published.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>

enum { THREADS = 2 };

typedef struct Node {
    struct Node *next;
    struct Node *next_retired; // others may still read next
    int item;
} Node;

// What a thread needs for reclamation: the node that it looks at, and those that it has taken out.
typedef struct {
    _Atomic(Node *) hazard;
    Node *retired; // seen by the owner only
} Slot;

typedef struct {
    _Atomic(Node *) top;
    Slot slots[THREADS];
} Stack;

static bool is_hazard(Stack *stack, const Node *node) {
    for (int i = 0; i < THREADS; i++)
        if (atomic_load(&stack->slots[i].hazard) == node)
            return true;
    return false;
}

// Frees the retired nodes that nobody looks at and keeps the others.
static void scan(Stack *stack, Slot *self) {
    Node *kept = NULL, *next;
    for (Node *node = self->retired; node; node = next) {
        next = node->next_retired;
        if (is_hazard(stack, node)) {
            node->next_retired = kept;
            kept = node;
        } else {
            free(node);
        }
    }
    self->retired = kept;
}

static void retire(Stack *stack, Slot *self, Node *node) {
    node->next_retired = self->retired;
    self->retired = node;
    scan(stack, self);
}

static bool stack_push(Stack *stack, int item) {
    Node *node = malloc(sizeof *node);
    if (!node)
        return false;
    node->item = item;
    node->next = atomic_load(&stack->top);
    while (!atomic_compare_exchange_weak(&stack->top, &node->next, node))
        ;
    return true;
}

// The top, published so that it stays; NULL if the stack is empty.
static Node *protect_top(Stack *stack, Slot *self) {
    Node *node = atomic_load(&stack->top);
    for (;;) {
        atomic_store(&self->hazard, node);
        Node *again = atomic_load(&stack->top);
        if (again == node)
            return node;
        node = again;
    }
}

static bool stack_pop(Stack *stack, Slot *self, int *item) {
    Node *top, *next;
    do {
        top = protect_top(stack, self);
        if (!top)
            return false;
        next = top->next;
    } while (!atomic_compare_exchange_strong(&stack->top, &top, next));
    atomic_store(&self->hazard, NULL);
    *item = top->item;
    retire(stack, self, top);
    return true;
}

static void stack_done(Stack *stack) {
    int item;
    while (stack_pop(stack, &stack->slots[0], &item))
        ;
    for (int i = 0; i < THREADS; i++) {
        scan(stack, &stack->slots[i]);
        assert(!stack->slots[i].retired);
    }
}

// The test: two threads pop and push on what main has pushed; no item is in two hands.

static Stack stack;
static atomic_uint held; // a bit for each item that was popped

static void *client(void *arg) {
    Slot *self = arg;
    int item;
    if (!stack_pop(&stack, self, &item))
        return NULL;
    unsigned before = atomic_fetch_or(&held, 1u << item);
    assert(!(before & 1u << item));
    atomic_fetch_and(&held, ~(1u << item));
    if (!stack_push(&stack, item))
        abort();
    return NULL;
}

int main(void) {
    pthread_t threads[THREADS];
    for (int i = 0; i < 2; i++) {
        if (!stack_push(&stack, i)) {
            perror("push");
            return 1;
        }
    }
    for (int i = 0; i < THREADS; i++)
        if (pthread_create(&threads[i], NULL, client, &stack.slots[i]) != 0)
            return 1;
    for (int i = 0; i < THREADS; i++)
        pthread_join(threads[i], NULL);
    assert(atomic_load(&held) == 0);
    stack_done(&stack);
    return 0;
}
