// SPDX-License-Identifier: Apache-2.0
// expect: violated data-race line 18|22
// options: -std=c++20 --property race
// levels: -O0 -O2
// What is written after the pointer was stored is not ordered by it.
#include <atomic>
#include <memory>
#include <thread>

static std::atomic<std::shared_ptr<int>> shared;

int main() {
    int seen = 0;
    std::thread t([] {
        auto mine = std::make_shared<int>(1);
        shared.store(mine);
        // somebody has it
        *mine = 2;
    });
    auto mine = shared.load();
    if (mine)
        seen = *mine;
    t.join();
    return seen;
}
