// SPDX-License-Identifier: Apache-2.0
// Conformance tests: sorting and searching of stdlib.h, and search.h
#define _GNU_SOURCE
#include <assert.h>
#include <search.h>
#include <stdlib.h>
#include <string.h>

static int by_value(const void *a, const void *b) {
    int x = *(const int *)a, y = *(const int *)b;
    return (x > y) - (x < y);
}

static int by_tens(const void *a, const void *b) { return *(const int *)a / 10 - *(const int *)b / 10; }

static int by_direction(const void *a, const void *b, void *direction) { return *(int *)direction * by_value(a, b); }

// checks: any order becomes ascending; no and one element are left alone
void pass_qsort(void) {
    int a[] = {5, 1, 4, 1, 3}, want[] = {1, 1, 3, 4, 5};
    qsort(a, 5, sizeof a[0], by_value);
    assert(memcmp(a, want, sizeof a) == 0);
    qsort(a, 1, sizeof a[0], by_value);
    qsort(NULL, 0, sizeof a[0], by_value);
    char text[] = "hgfedcba";
    qsort(text, 8, 1, (int (*)(const void *, const void *))strcmp);
}

// checks: elements that compare equal keep their order, as in glibc
void pass_qsort__stable(void) {
    int a[] = {23, 11, 21, 12, 22}, want[] = {11, 12, 23, 21, 22};
    qsort(a, 5, sizeof a[0], by_tens);
    assert(memcmp(a, want, sizeof a) == 0);
}

// violates: out-of-bounds: more elements than the array has
void fail_qsort(void) {
    int a[3] = {3, 2, 1};
    qsort(a, 4, sizeof a[0], by_value);
}

// checks: the comparison gets the argument
void pass_qsort_r(void) {
    int a[] = {1, 3, 2}, down = -1;
    qsort_r(a, 3, sizeof a[0], by_direction, &down);
    assert(a[0] == 3 && a[1] == 2 && a[2] == 1);
}

// violates: null-dereference: the comparison uses an argument that is not there
void fail_qsort_r(void) {
    int a[] = {1, 3, 2};
    qsort_r(a, 3, sizeof a[0], by_direction, NULL);
}

// checks: finds what is there, and nothing else
void pass_bsearch(void) {
    int a[] = {1, 3, 5, 7};
    for (int key = 0; key < 9; key++) {
        int *found = bsearch(&key, a, 4, sizeof a[0], by_value);
        assert(key % 2 == 1 && key < 8 ? found == &a[key / 2] : !found);
    }
    int key = 1;
    assert(!bsearch(&key, a, 0, sizeof a[0], by_value));
}

// violates: assertion: what is not sorted is not found
void fail_bsearch(void) {
    int a[] = {7, 5, 3, 1}, key = 7;
    assert(bsearch(&key, a, 4, sizeof a[0], by_value));
}

// checks: the first element that is equal, NULL if there is none
void pass_lfind(void) {
    int a[] = {4, 2, 2}, two = 2, nine = 9;
    size_t n = 3;
    assert(lfind(&two, a, &n, sizeof a[0], by_value) == &a[1] && !lfind(&nine, a, &n, sizeof a[0], by_value) && n == 3);
}

// violates: out-of-bounds: more elements than the array has
void fail_lfind(void) {
    int a[] = {4, 2}, nine = 9;
    size_t n = 3;
    lfind(&nine, a, &n, sizeof a[0], by_value);
}

// checks: adds what is not there
void pass_lsearch(void) {
    int a[3] = {4, 2}, two = 2, nine = 9;
    size_t n = 2;
    assert(lsearch(&two, a, &n, sizeof a[0], by_value) == &a[1] && n == 2);
    assert(lsearch(&nine, a, &n, sizeof a[0], by_value) == &a[2] && n == 3 && a[2] == 9);
}

// violates: out-of-bounds: there is no room for one more
void fail_lsearch(void) {
    int a[2] = {4, 2}, nine = 9;
    size_t n = 2;
    lsearch(&nine, a, &n, sizeof a[0], by_value);
}

struct item {
    struct item *next, *previous;
};

// checks: a list that begins with NULL, and one in a circle
void pass_insque(void) {
    struct item a, b, c;
    insque(&a, NULL);
    insque(&c, &a);
    insque(&b, &a);
    assert(a.next == &b && b.next == &c && !c.next && c.previous == &b && b.previous == &a && !a.previous);
    struct item ring = {&ring, &ring};
    insque(&a, &ring);
    assert(ring.next == &a && ring.previous == &a && a.next == &ring && a.previous == &ring);
}

// violates: use-after-free: the element before it is gone
void fail_insque(void) {
    struct item a, *gone = malloc(sizeof *gone);
    insque(gone, NULL);
    free(gone);
    insque(&a, gone);
}

// checks: the neighbours of the element are linked
void pass_remque(void) {
    struct item a, b, c;
    insque(&a, NULL);
    insque(&b, &a);
    insque(&c, &b);
    remque(&b);
    assert(a.next == &c && c.previous == &a);
}

// violates: null-dereference: there is no element
void fail_remque(void) { remque(NULL); }

static int keys[] = {5, 2, 8, 1, 9}, missing = 7;

static void *tree_of(int n) {
    void *root = NULL;
    for (int i = 0; i < n; i++)
        tsearch(&keys[i], &root, by_value);
    return root;
}

static void keep(void *key) { (void)key; }

// checks: adds a key once; the node begins with the pointer to the key
void pass_tsearch(void) {
    void *root = NULL;
    int same = 5;
    int **node = tsearch(&keys[0], &root, by_value);
    assert(*node == &keys[0] && tsearch(&same, &root, by_value) == (void *)node && !tsearch(&same, NULL, by_value));
    tdestroy(root, keep);
}

// checks: NULL when there is no memory for the node
// options: --malloc-may-fail
void pass_tsearch__no_memory(void) {
    void *root = NULL;
    int **node = tsearch(&keys[0], &root, by_value);
    assert(!node == !root);
    tdestroy(root, keep);
}

// violates: null-dereference: the node may be missing
// options: --malloc-may-fail
void fail_tsearch(void) {
    void *root = NULL;
    int **node = tsearch(&keys[0], &root, by_value);
    assert(**node == 5);
}

// checks: finds what is there and adds nothing
void pass_tfind(void) {
    void *root = tree_of(5);
    for (int i = 0; i < 5; i++)
        assert(**(int **)tfind(&keys[i], &root, by_value) == keys[i]);
    assert(!tfind(&missing, &root, by_value) && !tfind(&missing, NULL, by_value));
    tdestroy(root, keep);
}

// violates: use-after-free: the tree is destroyed
void fail_tfind(void) {
    void *root = tree_of(2);
    tdestroy(root, keep);
    tfind(&keys[0], &root, by_value);
}

// checks: each key can be deleted, the others stay; NULL for what is not there
void pass_tdelete(void) {
    for (int gone = 0; gone < 5; gone++) {
        void *root = tree_of(5);
        assert(tdelete(&keys[gone], &root, by_value) && !tdelete(&missing, &root, by_value));
        for (int i = 0; i < 5; i++)
            assert(!tfind(&keys[i], &root, by_value) == (i == gone));
        tdestroy(root, keep);
    }
    void *root = NULL;
    assert(!tdelete(&missing, &root, by_value) && !tdelete(&missing, NULL, by_value));
}

// violates: use-after-free: a node that is deleted is freed
void fail_tdelete(void) {
    void *root = tree_of(1);
    int **node = tfind(&keys[0], &root, by_value);
    tdelete(&keys[0], &root, by_value);
    assert(**node == 5);
}

static int seen[5], nseen;

static void note(const void *node, VISIT visit, int level) {
    assert(level >= 0);
    if (visit == leaf || visit == postorder)
        seen[nseen++] = **(int *const *)node;
}

static void note_with(const void *node, VISIT visit, void *sum) {
    if (visit == leaf || visit == postorder)
        *(int *)sum += **(int *const *)node;
}

// checks: the keys in their order
void pass_twalk(void) {
    void *root = tree_of(5);
    nseen = 0;
    twalk(root, note);
    assert(nseen == 5 && seen[0] == 1 && seen[1] == 2 && seen[2] == 5 && seen[3] == 8 && seen[4] == 9);
    twalk(NULL, note);
    tdestroy(root, keep);
}

// violates: assertion: not the order in which they were added
void fail_twalk(void) {
    void *root = tree_of(3);
    nseen = 0;
    twalk(root, note);
    assert(seen[0] == 5);
}

// checks: the argument comes with each key
void pass_twalk_r(void) {
    void *root = tree_of(5);
    int sum = 0;
    twalk_r(root, note_with, &sum);
    assert(sum == 25);
    tdestroy(root, keep);
}

// violates: null-dereference: the action uses an argument that is not there
void fail_twalk_r(void) { twalk_r(tree_of(1), note_with, NULL); }

static int nfreed;
static void count_free(void *key) {
    (void)key;
    nfreed++;
}

// checks: every key is given to the function; nothing leaks
// options: --property leak
void pass_tdestroy(void) {
    nfreed = 0;
    tdestroy(tree_of(4), count_free);
    assert(nfreed == 4);
    tdestroy(NULL, count_free);
}

// violates: invalid-free: the keys are not from malloc
void fail_tdestroy(void) { tdestroy(tree_of(1), free); }
