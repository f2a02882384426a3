// SPDX-License-Identifier: Apache-2.0
// What makes two states equal, as the program asked for: src/explore/matching.c reads this
// table from each state.
#include "ranges.h"

#include <heddle.h>

struct rt_ranges __rt_matching;

static void add(const char *who, struct rt_range r) {
    __heddle_told(who, r.start, r.size, r.kind == RT_ABSTRACTION ? r.update : NULL,
                  r.kind == RT_ABSTRACTION);
    rt_add_range(&__rt_matching, r,
                 "more than 64 calls of heddle_unmatched, heddle_match and heddle_abstraction");
}

MODEL void heddle_unmatched(const void *p, size_t n) {
    add("heddle_unmatched", (struct rt_range){(void *)p, n, NULL, RT_UNMATCHED});
}
MODEL void heddle_match(const void *p, size_t n) {
    add("heddle_match", (struct rt_range){(void *)p, n, NULL, RT_MATCHED});
}
MODEL void heddle_abstraction(void *buffer, size_t n, void (*update)(void)) {
    add("heddle_abstraction", (struct rt_range){buffer, n, update, RT_ABSTRACTION});
}
