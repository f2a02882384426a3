// SPDX-License-Identifier: Apache-2.0
// expect: holds
// options: -std=c++20 --property race,leak
// levels: -O0 -O2
// Atomic shared pointers order what they hand over, and their own memory has no race.
#include <atomic>
#include <cassert>
#include <memory>
#include <thread>

static std::atomic<std::shared_ptr<int>> shared;

int main() {
    std::thread t([] {
        auto mine = std::make_shared<int>(1);
        *mine = 2;
        shared.store(mine);
        assert(*shared.load() >= 2);
    });
    std::shared_ptr<int> seen = shared.load();
    if (!seen) {
        bool is_first = shared.compare_exchange_strong(seen, std::make_shared<int>(3));
        assert(is_first ? !seen : *seen == 2);
    }
    t.join();
    seen = shared.exchange(nullptr);
    assert(seen && (*seen == 2 || *seen == 3));
    return 0;
}
