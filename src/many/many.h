// SPDX-License-Identifier: Apache-2.0
// many: programs that start any number of threads. Threads have no names here: a configuration is
// what all of them share, and how many there are of each kind of what one has for itself. What the
// machine does with one thread is a move of such a system (src/count/count.h), which makes its
// states as it goes. See doc/counting.md.
#ifndef HEDDLE_MANY_H
#define HEDDLE_MANY_H

#include "search/search.h"

typedef struct ManyResult {
    u64 globals, locals; // states that were met
    u64 kept;            // maximal configurations
    u32 threads;         // violated: how many threads are enough, besides main
} ManyResult;

// The verdict and its figures. A violation has no schedule: it is to be found again by a search
// with so many threads. is_tried: nobody has asked for it, so it ends soon.
void many_run(const Program *p, const SearchOptions *o, bool is_tried, SearchResult *r,
              ManyResult *m);

#endif
