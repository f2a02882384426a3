// SPDX-License-Identifier: Apache-2.0
// The step of a for loop belongs to its line; a pointer to freed memory says so.
// expect: violated assertion line 26
// options: --trace-full
// levels: -O0
// message: free\(node\); +free\(&Node#2\)\n
// message: for \(Node \*node = list; node; node = next\) \{ +node = &Node#1
// message: list = &Node#2 \(freed\)
// message: node->next = list; +Node#1\.next = NULL\n.* list = node; +list = &Node#1\n
#include <assert.h>
#include <stdlib.h>

typedef struct Node {
    struct Node *next;
} Node;

int main(void) {
    Node *list = NULL, *next;
    for (int i = 0; i < 2; i++) {
        Node *node = malloc(sizeof *node);
        node->next = list;
        list = node;
    }
    for (Node *node = list; node; node = next) {
        next = node->next;
        assert(next);
        free(node);
    }
}
