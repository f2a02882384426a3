// SPDX-License-Identifier: Apache-2.0
// expect: holds
// std::atomic_load and std::atomic_store mend shared-ptr-race.cc.
#include <cassert>
#include <memory>
#include <thread>

static std::shared_ptr<int> shared = std::make_shared<int>(1);

int main() {
    std::thread t([] { std::atomic_store(&shared, std::make_shared<int>(2)); });
    std::shared_ptr<int> mine = std::atomic_load(&shared);
    t.join();
    assert(*mine == 1 || *mine == 2);
    return 0;
}
