// SPDX-License-Identifier: Apache-2.0
// expect: holds
// options: -std=c++17 --rwlock prefer-readers
// A thread locks a std::shared_mutex for reading twice, where readers are preferred.
#include <cassert>
#include <mutex>
#include <shared_mutex>
#include <thread>

static std::shared_mutex m;
static int x, y;

int main() {
    std::thread writer([] {
        std::unique_lock lock(m);
        x++;
        y++;
    });
    {
        std::shared_lock lock(m);
        std::shared_lock again(m);
        assert(x == y);
    }
    writer.join();
    return 0;
}
