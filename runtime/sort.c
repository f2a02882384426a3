// SPDX-License-Identifier: Apache-2.0
// Sorting and searching in arrays: <stdlib.h> and <search.h>.
#include "rt.h"

#include <search.h>
#include <stdlib.h>

// ---- sorting and searching ----------------------------------------------------------------------

typedef int compare_fn(const void *, const void *, void *);

struct order {
    compare_fn *compare;
    void *arg;
    size_t size;
};

// Merge sort with the comparisons in glibc's order: equal elements stay in place, and a comparison
// function with side effects is called as natively.
static void merge_sort(char *base, size_t count, char *spare, const struct order *o) {
    if (count <= 1)
        return;
    size_t n1 = count / 2, n2 = count - n1, size = o->size;
    char *left = base, *right = base + n1 * size, *out = spare;
    merge_sort(left, n1, spare, o);
    merge_sort(right, n2, spare, o);
    while (n1 > 0 && n2 > 0) {
        bool from_left = o->compare(left, right, o->arg) <= 0;
        char **from = from_left ? &left : &right;
        __builtin_memcpy(out, *from, size);
        *from += size;
        out += size;
        n1 -= from_left;
        n2 -= !from_left;
    }
    if (n1 > 0)
        __builtin_memcpy(out, left, n1 * size);
    __builtin_memcpy(base, spare, (count - n2) * size);
}

static void sort(void *base, size_t count, const struct order *o) {
    if (count < 2 || o->size == 0)
        return;
    char spare[count * o->size];
    merge_sort(base, count, spare, o);
}

MODEL void qsort_r(void *base, size_t count, size_t size, compare_fn *compare, void *arg) {
    sort(base, count, &(struct order){compare, arg, size});
}

static int compare_plain(const void *a, const void *b, void *arg) {
    __compar_fn_t *compare = arg;
    return (*compare)(a, b);
}

MODEL void qsort(void *base, size_t count, size_t size, __compar_fn_t compare) {
    sort(base, count, &(struct order){compare_plain, &compare, size});
}

MODEL void *bsearch(const void *key, const void *base, size_t count, size_t size,
                    __compar_fn_t compare) {
    size_t low = 0, high = count;
    while (low < high) {
        size_t middle = (low + high) / 2;
        const char *p = (const char *)base + middle * size;
        int order = compare(key, p);
        if (order == 0)
            return (void *)p;
        if (order < 0)
            high = middle;
        else
            low = middle + 1;
    }
    return NULL;
}

// ---- linear search ------------------------------------------------------------------------------

MODEL void *lfind(const void *key, const void *base, size_t *count, size_t size,
                  __compar_fn_t compare) {
    const char *p = base;
    for (size_t i = 0; i < *count; i++, p += size)
        if (compare(key, p) == 0)
            return (void *)p;
    return NULL;
}

MODEL void *lsearch(const void *key, void *base, size_t *count, size_t size,
                    __compar_fn_t compare) {
    void *found = lfind(key, base, count, size, compare);
    if (found)
        return found;
    void *added = (char *)base + *count * size;
    __builtin_memcpy(added, key, size);
    ++*count;
    return added;
}

// ---- lists --------------------------------------------------------------------------------------

struct element {
    struct element *next, *previous;
};

MODEL void insque(void *element, void *after) {
    struct element *e = element, *a = after;
    if (!a) {
        e->next = e->previous = NULL;
        return;
    }
    struct element *next = a->next;
    a->next = e;
    if (next)
        next->previous = e;
    e->next = next;
    e->previous = a;
}

MODEL void remque(void *element) {
    struct element *e = element, *next = e->next, *previous = e->previous;
    if (next)
        next->previous = previous;
    if (previous)
        previous->next = next;
}
