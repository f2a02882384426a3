// SPDX-License-Identifier: Apache-2.0
// expect: holds
// levels: -O0 -O1 -O2
// alloca lives until the function returns, even out of a loop.
#include <alloca.h>
#include <assert.h>

struct node { struct node *next; int v; };

static int chain(int n) {
    struct node *head = 0;
    for (int i = 0; i < n; i++) {
        struct node *x = alloca(sizeof *x);
        x->next = head;
        x->v = i;
        head = x;
    }
    int s = 0;
    for (; head; head = head->next)
        s = s * 10 + head->v;
    return s;
}

int main(void) {
    assert(chain(4) == 3210);
    assert(chain(0) == 0);
    return 0;
}
