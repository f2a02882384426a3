// SPDX-License-Identifier: Apache-2.0
// expect: holds for one layout of memory
// A list whose nodes hold the exclusive or of both neighbours: nothing else points to those in the middle.
#include <assert.h>
#include <stdint.h>
#include <stdlib.h>

struct node {
    uintptr_t link;
    int value;
};
static struct node *head, *tail;

static void push(int value) {
    struct node *n = malloc(sizeof *n);
    *n = (struct node){(uintptr_t)head, value};
    if (head)
        head->link ^= (uintptr_t)n;
    else
        tail = n;
    head = n;
}

static int sum(struct node *from) {
    uintptr_t before = 0;
    int total = 0;
    for (struct node *n = from; n;) {
        struct node *next = (struct node *)(n->link ^ before);
        total = total * 10 + n->value;
        before = (uintptr_t)n;
        n = next;
    }
    return total;
}

int main(void) {
    for (int i = 1; i <= 4; i++)
        push(i);
    assert(sum(head) == 4321 && sum(tail) == 1234);
    uintptr_t before = 0;
    for (struct node *n = head; n;) {
        struct node *next = (struct node *)(n->link ^ before);
        before = (uintptr_t)n;
        free(n);
        n = next;
    }
    return 0;
}
