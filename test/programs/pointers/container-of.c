// SPDX-License-Identifier: Apache-2.0
// expect: holds
// From a member back to its struct, with offsetof.
#include <assert.h>
#include <stddef.h>

struct list { struct list *next, *prev; };
struct item { int v; struct list link; };
#define container_of(p, type, member) ((type *)((char *)(p) - offsetof(type, member)))

static void add(struct list *head, struct list *l) {
    l->next = head->next;
    l->prev = head;
    head->next->prev = l;
    head->next = l;
}

int main(void) {
    struct list head = {&head, &head};
    struct item a = {.v = 1}, b = {.v = 2}, c = {.v = 3};
    add(&head, &a.link);
    add(&head, &b.link);
    add(&head, &c.link);
    int s = 0;
    for (struct list *l = head.next; l != &head; l = l->next)
        s = s * 10 + container_of(l, struct item, link)->v;
    assert(s == 321 && head.prev == &a.link);
    return 0;
}
