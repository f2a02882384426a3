// SPDX-License-Identifier: Apache-2.0
// How large the states of a program get, as far as some runs show.
#include "spin/spin_int.h"

enum { WALKS = 8, STEPS = 2000, ROUND = 64, FIRST_ROOM = 1024 };
#define LONG_ENOUGH 0.5 // seconds

static u32 draw(u32 *seed, u32 n) {
    *seed = *seed * 1664525u + 1013904223u;
    return (*seed >> 8) % n;
}

static void look(Drive *d, bool is_matching, SpinSize *size) {
    u64 bytes = drive_write(d, NULL, 0),
        matched = is_matching ? drive_write_matched(d, NULL, 0) : 0;
    u32 n = drive_threads(d);
    size->bytes = bytes > size->bytes ? bytes : size->bytes;
    size->matched = matched > size->matched ? matched : size->matched;
    size->threads = n > size->threads ? n : size->threads;
    for (ThreadId t = 0; t < n; t++) {
        u32 ways = drive_alternatives(d, t);
        size->alternatives = ways > size->alternatives ? ways : size->alternatives;
    }
}

// One step of any thread; false if none can go on.
static bool walk_on(Drive *d, u32 *seed) {
    u32 n = drive_threads(d), first = n ? draw(seed, n) : 0;
    for (u32 i = 0; i < n; i++) {
        ThreadId t = (first + i) % n;
        u32 ways = drive_ways(d, t);
        u32 a = ways ? draw(seed, ways) : 0;
        if (ways && drive_step(d, t, a).end == STEP_ON) {
            drive_go(d, t, a);
            return true;
        }
    }
    return false;
}

// Threads need room too.
SpinSize spin_guess_size_outside(const Program *p, const ExploreOptions *o) {
    SpinSize size = {0};
    Drive *d = drive_new(p, o, (ExploreUse){0});
    if (drive_start_empty(d) == STEP_ON) {
        size.bytes = (drive_write(d, NULL, 0) + FIRST_ROOM) / ROUND * ROUND;
        size.matched = (drive_write_matched(d, NULL, 0) + FIRST_ROOM) / ROUND * ROUND;
    }
    drive_free(d);
    return size;
}

static u64 with_room(u64 bytes) { return (bytes + bytes / 8 + ROUND) / ROUND * ROUND; }

SpinSize spin_guess_size(const Program *p, const ExploreOptions *o) {
    SpinSize size = {.threads = 1, .alternatives = 1};
    bool is_matching = explore_has_matching(&o->matching, p);
    double until = clock_seconds() + LONG_ENOUGH;
    for (u32 i = 0; i < WALKS; i++) {
        u32 seed = i, steps = 0;
        Drive *d = drive_new(p, o, (ExploreUse){0});
        bool goes_on = drive_start(d) == STEP_ON;
        while (goes_on && steps++ < STEPS && clock_seconds() < until) {
            look(d, is_matching, &size);
            goes_on = walk_on(d, &seed);
        }
        drive_free(d);
    }
    size.bytes = with_room(size.bytes);
    size.matched = is_matching ? with_room(size.matched) : 0;
    return size;
}
