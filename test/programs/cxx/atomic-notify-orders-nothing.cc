// SPDX-License-Identifier: Apache-2.0
// expect: violated data-race line 21
// options: -std=c++20 --property race
// To wake up a thread orders nothing: only the store does, here a relaxed one.
#include <atomic>
#include <thread>

static std::atomic<int> ready{0};
static int data;

int main() {
    int seen = 0;
    std::thread t([] {
        data = 1;
        ready.store(1, std::memory_order_relaxed);
        ready.notify_one();
    });
    ready.wait(0, std::memory_order_acquire);
    // acquired from nobody
    if (true)
        seen = data;
    t.join();
    return seen;
}
