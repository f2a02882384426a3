// SPDX-License-Identifier: Apache-2.0
// expect: violated null-dereference line 9
// levels: -O0
// A member of a struct at null, away from its start.
struct node { long v[3]; struct node *next; };

int main(void) {
    struct node a = {{1, 2, 3}, 0};
    return a.next->next != 0;
}
