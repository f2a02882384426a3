// SPDX-License-Identifier: Apache-2.0
// expect: holds
// std::scoped_lock and std::lock take several locks in any order without a deadlock.
#include <cassert>
#include <mutex>
#include <thread>

static std::mutex a, b;
static int n;

int main() {
    std::thread t([] {
        std::scoped_lock both(a, b);
        n++;
    });
    {
        std::unique_lock<std::mutex> second(b, std::defer_lock), first(a, std::defer_lock);
        std::lock(second, first);
        n++;
    }
    t.join();
    assert(n == 2);
    return 0;
}
