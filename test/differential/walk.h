// SPDX-License-Identifier: Apache-2.0
// Random runs of a program that was found to hold, on a machine without store, packing, private memory and reductions. None
// may end in a violation, and what is in the globals at the end of each must be among the final states of the search.
#ifndef HEDDLE_TEST_WALK_H
#define HEDDLE_TEST_WALK_H

#include "search/search.h"

typedef struct Walks {
    u32 compared;       // runs that came to their end, and were compared
    u32 given_up;       // that were too long, or are no runs of the program
} Walks;

// `held` is the result of an exhaustive search with wants_outcomes, for the given options. False, with the reason, if a run
// contradicts it.
bool walks_agree(const Program *p, const SearchOptions *o, const SearchResult *held, u32 runs, u64 seed, Walks *out,
                 Text *why);

#endif
