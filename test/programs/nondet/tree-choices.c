// SPDX-License-Identifier: Apache-2.0
// expect: holds
// Every order of three inserts gives a search tree with the same contents.
#include <assert.h>
#include <heddle.h>
#include <stdlib.h>

struct tree { int key; struct tree *child[2]; };

static void insert(struct tree **t, int key) {
    while (*t)
        t = &(*t)->child[key > (*t)->key];
    *t = calloc(1, sizeof **t);
    (*t)->key = key;
}
static int walk(const struct tree *t, int digits) {
    if (!t)
        return digits;
    digits = walk(t->child[0], digits);
    return walk(t->child[1], digits * 10 + t->key);
}

int main(void) {
    struct tree *root = NULL;
    int used = 0;
    for (int i = 0; i < 3; i++) {
        int key = heddle_choose(3) + 1;
        heddle_assume(!(used & 1 << key));
        used |= 1 << key;
        insert(&root, key);
    }
    assert(walk(root, 0) == 123);
    return 0;
}
