// SPDX-License-Identifier: Apache-2.0
// expect: holds
// options: -std=c++20 --property race
// levels: -O0 -O2
// Waiting for atomic shared pointers, and weak ones.
#include <atomic>
#include <cassert>
#include <memory>
#include <thread>

static std::atomic<std::shared_ptr<int>> shared;
static std::atomic<std::weak_ptr<int>> weak;
static int data;

int main() {
    std::thread t([] {
        data = 7;
        auto mine = std::make_shared<int>(1);
        weak = mine;
        shared = mine;
        shared.notify_one();
    });
    shared.wait(nullptr);
    assert(data == 7 && weak.load().lock() == shared.load());
    t.join();
    return 0;
}
