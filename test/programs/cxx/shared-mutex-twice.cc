// SPDX-License-Identifier: Apache-2.0
// expect: violated deadlock
// options: -std=c++17
// message: POSIX lets readers wait for a writer that waits
// A thread locks a std::shared_mutex for reading twice.
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
