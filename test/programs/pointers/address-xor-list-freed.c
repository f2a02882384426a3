// SPDX-License-Identifier: Apache-2.0
// expect: violated invalid-pointer|use-after-free
// Whoever frees a node of such a list without unlinking it leaves a way to memory that is gone.
#include <assert.h>
#include <stdint.h>
#include <stdlib.h>

struct node {
    uintptr_t link;
    int value;
};

int main(void) {
    struct node *a = calloc(1, sizeof *a), *b = calloc(1, sizeof *b), *c = calloc(1, sizeof *c);
    a->link = (uintptr_t)b;
    b->link = (uintptr_t)a ^ (uintptr_t)c;
    c->link = (uintptr_t)b;
    free(b);
    struct node *second = (struct node *)a->link;
    struct node *third = (struct node *)(second->link ^ (uintptr_t)a);
    return third->value;
}
