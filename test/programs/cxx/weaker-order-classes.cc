// SPDX-License-Identifier: Apache-2.0
// expect: holds under sequential consistency
// levels: -O0 -O2
// The order is an argument of functions of the library, but who calls them has chosen it.
#include <atomic>
#include <cassert>
#include <thread>

static int data;
static std::atomic<int *> head{nullptr};

int main() {
    std::thread t([] {
        data = 3;
        head.store(&data, std::memory_order_release);
    });
    int *seen = head.load(std::memory_order_acquire);
    assert(!seen || *seen == 3);
    t.join();
    return 0;
}
