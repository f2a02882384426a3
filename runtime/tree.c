// SPDX-License-Identifier: Apache-2.0
// Search trees of <search.h>, not balanced: what twalk tells of levels may differ from glibc's, the
// order does not.
#include "rt.h"

#include <search.h>
#include <stdlib.h>

// The key comes first, as callers rely on.
struct node {
    const void *key;
    struct node *left, *right;
};

// Where the node with this key hangs, or would.
static struct node **place_of(const void *key, struct node **root, __compar_fn_t compare) {
    while (*root) {
        int order = compare(key, (*root)->key);
        if (order == 0)
            break;
        root = order < 0 ? &(*root)->left : &(*root)->right;
    }
    return root;
}

MODEL void *tsearch(const void *key, void **root, __compar_fn_t compare) {
    if (!root)
        return NULL;
    struct node **at = place_of(key, (struct node **)root, compare);
    if (!*at) {
        struct node *added = malloc(sizeof *added);
        if (!added)
            return NULL;
        *added = (struct node){key, NULL, NULL};
        *at = added;
    }
    return *at;
}

MODEL void *tfind(const void *key, void *const *root, __compar_fn_t compare) {
    return root ? *place_of(key, (struct node **)root, compare) : NULL;
}

MODEL void *tdelete(const void *key, void **root, __compar_fn_t compare) {
    if (!root)
        return NULL;
    struct node *parent = NULL, **at = (struct node **)root;
    for (int order; *at && (order = compare(key, (*at)->key)) != 0;) {
        parent = *at;
        at = order < 0 ? &parent->left : &parent->right;
    }
    struct node *gone = *at;
    if (!gone)
        return NULL;
    if (gone->left && gone->right) {
        // The next key moves up into this node; the node that had it goes.
        struct node *kept = gone;
        for (at = &kept->right; (*at)->left;)
            at = &(*at)->left;
        gone = *at;
        kept->key = gone->key;
    }
    *at = gone->left ? gone->left : gone->right;
    free(gone);
    // for the root just something that is not NULL
    return parent ? (void *)parent : (void *)root;
}

static void walk(const struct node *n, __action_fn_t action, int level) {
    if (!n->left && !n->right) {
        action(n, leaf, level);
        return;
    }
    action(n, preorder, level);
    if (n->left)
        walk(n->left, action, level + 1);
    action(n, postorder, level);
    if (n->right)
        walk(n->right, action, level + 1);
    action(n, endorder, level);
}

MODEL void twalk(const void *root, __action_fn_t action) {
    if (root && action)
        walk(root, action, 0);
}

typedef void closure_fn(const void *, VISIT, void *);

static void walk_with(const struct node *n, closure_fn *action, void *closure) {
    if (!n->left && !n->right) {
        action(n, leaf, closure);
        return;
    }
    action(n, preorder, closure);
    if (n->left)
        walk_with(n->left, action, closure);
    action(n, postorder, closure);
    if (n->right)
        walk_with(n->right, action, closure);
    action(n, endorder, closure);
}

MODEL void twalk_r(const void *root, closure_fn *action, void *closure) {
    if (root && action)
        walk_with(root, action, closure);
}

MODEL void tdestroy(void *root, __free_fn_t free_key) {
    struct node *n = root;
    if (!n)
        return;
    tdestroy(n->left, free_key);
    tdestroy(n->right, free_key);
    free_key((void *)n->key);
    free(n);
}
