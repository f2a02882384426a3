// SPDX-License-Identifier: Apache-2.0
// expect: violated data-race line 22
// options: -std=c++20 --property race
// levels: -O0 -O2
// A wait is as much as the loads that it is asked to make.
#include <atomic>
#include <thread>

static std::atomic<int> ready{0};
static int data;

int main() {
    int seen = 0;
    std::thread t([] {
        data = 1;
        ready.store(1, std::memory_order_release);
        ready.notify_one();
    });
    ready.wait(0, std::memory_order_relaxed);
    // not acquired
    if (true)
        seen = data;
    t.join();
    return seen;
}
