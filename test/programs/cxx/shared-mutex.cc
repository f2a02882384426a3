// SPDX-License-Identifier: Apache-2.0
// expect: holds
// options: -std=c++17
// Readers of a std::shared_mutex do not see a writer at work.
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
        assert(x == y);
    }
    writer.join();
    return 0;
}
