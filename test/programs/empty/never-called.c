// SPDX-License-Identifier: Apache-2.0
// expect: holds
// levels: -O0
// message: ^no run reaches the assertion at empty/never-called\.c:15, empty/never-called\.c:20$
// no-message: never-called\.c:(27|32|34)
// Nothing calls the function that checks the list, nor, but for it, the one that checks a node: the tests say nothing about them.
#include <assert.h>
#include <stddef.h>

struct node {
    struct node *next;
    int key;
};

static void check_node(const struct node *n) { assert(!n->next || n->key < n->next->key); }

void check_list(const struct node *first) {
    for (const struct node *n = first; n; n = n->next)
        check_node(n);
    assert(first != NULL);
}

void cannot_happen(void) {
    // Not to be reached.
    // A run that came here would fail in any case.
    // So nobody misses it.
    assert(0);
}

inline int half(int n) {
    // headers have more of these than a program needs
    assert(n % 2 == 0); return n / 2;
}
static inline int third(int n) { assert(n % 3 == 0); return n / 3; }

int main(void) {
    struct node last = {NULL, 2}, first = {&last, 1};
    return first.next == &last ? 0 : 1;
}
