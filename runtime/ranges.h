// SPDX-License-Identifier: Apache-2.0
// Tables of memory about which the program has told the search something; src/explore/table.c
// reads them from each state.
#ifndef HEDDLE_RANGES_H
#define HEDDLE_RANGES_H

#include "rt.h"

enum { RT_RANGES = 64 };
enum rt_range_kind { RT_UNMATCHED = 1, RT_MATCHED, RT_ABSTRACTION, RT_UNTRACKED, RT_TRACKED };

struct rt_range {
    void *start;
    size_t size;
    void (*update)(void); // RT_ABSTRACTION: computes the contents
    size_t kind;
};

struct rt_ranges {
    size_t n;
    struct rt_range ranges[RT_RANGES]; // later ones override earlier ones
};

// Whether b makes a superfluous.
static inline bool rt_overrides(const struct rt_range *a, const struct rt_range *b) {
    bool is_same_question = (a->kind == RT_ABSTRACTION) == (b->kind == RT_ABSTRACTION);
    return is_same_question && a->start == b->start && a->size == b->size && a->update == b->update;
}

static inline void rt_add_range(struct rt_ranges *table, struct rt_range r, const char *too_many) {
    __heddle_mask();
    size_t kept = 0;
    for (size_t i = 0; i < table->n; i++)
        if (!rt_overrides(&table->ranges[i], &r)) {
            if (kept < i)
                table->ranges[kept] = table->ranges[i];
            kept++;
        }
    if (kept == RT_RANGES)
        __heddle_unsupported(too_many);
    table->ranges[kept] = r;
    if (table->n != kept + 1)
        table->n = kept + 1;
}

#endif
