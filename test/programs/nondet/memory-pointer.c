// SPDX-License-Identifier: Apache-2.0
// A pointer in it may be null, or point anywhere.
// expect: unknown "needed as a number"
#include <stddef.h>

void __VERIFIER_nondet_memory(void *, size_t);

struct node {
    struct node *next;
    int value;
};

int main(void) {
    struct node n;
    __VERIFIER_nondet_memory(&n, sizeof n);
    return n.next ? n.next->value : n.value;
}
