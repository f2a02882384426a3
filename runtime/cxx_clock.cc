// SPDX-License-Identifier: Apache-2.0
// The clocks of std::chrono.
#include "cxx_rt.h"

#include <time.h>

namespace std {
namespace chrono {

struct Nanoseconds {
    long long count;
};
struct TimePoint {
    Nanoseconds since_epoch;
};

static TimePoint now_of(clockid_t clock) {
    struct timespec t;
    clock_gettime(clock, &t);
    return {{t.tv_sec * 1000000000LL + t.tv_nsec}};
}

inline namespace _V2 {

struct system_clock {
    static TimePoint now() noexcept;
};
struct steady_clock {
    static TimePoint now() noexcept;
};

MODEL TimePoint system_clock::now() noexcept { return now_of(CLOCK_REALTIME); }
MODEL TimePoint steady_clock::now() noexcept { return now_of(CLOCK_MONOTONIC); }

} // namespace _V2
} // namespace chrono
} // namespace std
