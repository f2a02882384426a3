// SPDX-License-Identifier: Apache-2.0
// expect: violated data-race line 27
// options: --property race
// levels: -O0 -O2
// What a vector copies when it grows is written by its thread.
#include <atomic>
#include <thread>
#include <vector>

static std::atomic<int *> slot;

int main() {
    std::vector<int> numbers{1};
    std::atomic<bool> is_over{false};
    std::thread t([&] {
        numbers.push_back(2); // in a new block
        slot.store(numbers.data(), std::memory_order_relaxed);
        while (!is_over)
            ;
    });
    int *p = nullptr;
    while (!p)
        p = slot.load(std::memory_order_relaxed);
    int seen = 0;
    // the first element was there before the thread
    if (true)
        seen = p[0];
    is_over = true;
    t.join();
    return seen;
}
