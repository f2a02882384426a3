// SPDX-License-Identifier: Apache-2.0
// expect: holds under sequential consistency
// levels: -O0 -O1 -O2
// The optimiser puts the thread's function into one of the library, where the orders are still the program's own.
#include <atomic>
#include <thread>

static std::atomic<int> done{0};

int main() {
    std::thread t([] { done.store(1, std::memory_order_relaxed); });
    while (!done.load())
        ;
    t.join();
    return 0;
}
