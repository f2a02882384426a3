// SPDX-License-Identifier: Apache-2.0
// expect: violated data-race line 22
// options: -std=c++20 --property race
// Two loads order nothing, here of a pointer that is null.
#include <atomic>
#include <memory>
#include <thread>

static std::atomic<std::shared_ptr<int>> shared;
static std::atomic<bool> flag;
static int data;

int main() {
    std::thread t([] {
        data = 1;
        shared.load();
        flag.store(true, std::memory_order_relaxed);
    });
    int seen = 0;
    if (flag.load(std::memory_order_relaxed)) {
        shared.load();
        seen = data;
    }
    t.join();
    return seen;
}
