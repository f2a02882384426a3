// SPDX-License-Identifier: Apache-2.0
// expect: violated data-race line 17
// options: --property race
// levels: -O0 -O2
// So are the zeros that new writes.
#include <atomic>
#include <thread>

static std::atomic<int *> slot;

int main() {
    std::thread t([] { slot.store(new int[3](), std::memory_order_relaxed); });
    int *p = slot.load(std::memory_order_relaxed);
    int seen = 0;
    // not ordered after the zeros
    if (p)
        seen = p[2];
    t.join();
    delete[] slot.load();
    return seen;
}
