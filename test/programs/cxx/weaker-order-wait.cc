// SPDX-License-Identifier: Apache-2.0
// expect: holds under sequential consistency
// options: -std=c++20
// levels: -O0 -O2
// The order of the reads of a wait is an argument as well.
#include <atomic>
#include <cassert>
#include <thread>

static std::atomic<int> ready{0};

int main() {
    std::thread t([] {
        ready = 1;
        ready.notify_one();
    });
    ready.wait(0, std::memory_order_acquire);
    assert(ready == 1);
    t.join();
    return 0;
}
