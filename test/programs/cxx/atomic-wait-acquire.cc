// SPDX-License-Identifier: Apache-2.0
// expect: holds under sequential consistency
// options: -std=c++20 --property race
// levels: -O0 -O2
// A wait that acquires, for atomics of all sizes that wait.
#include <atomic>
#include <cassert>
#include <thread>

static std::atomic<int> ready{0};
static std::atomic<int *> place{nullptr};
static std::atomic_flag flag;
static int data;

int main() {
    std::thread t([] {
        data = 1;
        ready.store(1, std::memory_order_release);
        ready.notify_one();
        place.wait(nullptr, std::memory_order_acquire);
        assert(*place.load(std::memory_order_relaxed) == 2);
        flag.test_and_set(std::memory_order_release);
        flag.notify_all();
    });
    ready.wait(0, std::memory_order_acquire);
    assert(data == 1);
    data = 2;
    place.store(&data, std::memory_order_release);
    place.notify_one();
    flag.wait(false, std::memory_order_acquire);
    data = 3;
    t.join();
    return 0;
}
