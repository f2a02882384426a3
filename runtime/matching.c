// SPDX-License-Identifier: Apache-2.0
// What makes two states equal, as the program asked for: src/search/matching.c reads this table from each state.
#include "rt.h"

#include <heddle.h>

enum { RT_RANGES = 64 };
enum rt_range_kind { RT_UNMATCHED = 1, RT_MATCHED, RT_ABSTRACTION };

struct rt_range {
    void *start;
    size_t size;
    void (*update)(void);       // RT_ABSTRACTION: computes the contents
    size_t kind;
};

struct rt_matching {
    size_t n;
    struct rt_range ranges[RT_RANGES];  // later ones override earlier ones
} __rt_matching;

static bool is_same(const struct rt_range *a, const struct rt_range *b) {
    return a->start == b->start && a->size == b->size && a->update == b->update && a->kind == b->kind;
}

static void add(struct rt_range r) {
    __heddle_mask();
    struct rt_matching *m = &__rt_matching;
    if (m->n && is_same(&m->ranges[m->n - 1], &r))
        return;
    if (m->n == RT_RANGES)
        __heddle_unsupported("more than 64 calls of heddle_unmatched, heddle_match and heddle_abstraction");
    m->ranges[m->n++] = r;
}

MODEL void heddle_unmatched(const void *p, size_t n) { add((struct rt_range){(void *)p, n, NULL, RT_UNMATCHED}); }
MODEL void heddle_match(const void *p, size_t n) { add((struct rt_range){(void *)p, n, NULL, RT_MATCHED}); }
MODEL void heddle_abstraction(void *buffer, size_t n, void (*update)(void)) {
    add((struct rt_range){buffer, n, update, RT_ABSTRACTION});
}
