// SPDX-License-Identifier: Apache-2.0
// Which memory is not restored when the search goes back, as the program asked for:
// src/explore/tracking.c reads this table. A program that is not linked with it has none.
#include "ranges.h"

#include <heddle.h>

struct rt_ranges __rt_tracking;

static void add(struct rt_range r) {
    rt_add_range(&__rt_tracking, r, "more than 64 calls of heddle_untracked and heddle_track");
}

MODEL void heddle_untracked(void *p, size_t n) { add((struct rt_range){p, n, NULL, RT_UNTRACKED}); }
MODEL void heddle_track(void *p, size_t n) { add((struct rt_range){p, n, NULL, RT_TRACKED}); }
