// SPDX-License-Identifier: Apache-2.0
// expect: holds
// Each kind of mutex and each kind of lock keeps two threads from losing a count.
#include <cassert>
#include <mutex>
#include <shared_mutex>
#include <thread>

static std::mutex plain;
static std::recursive_mutex recursive;
static std::timed_mutex timed;
static std::shared_mutex shared;
static int n[4];

static void work() {
    {
        std::lock_guard<std::mutex> lock(plain);
        n[0]++;
    }
    {
        std::unique_lock<std::recursive_mutex> once(recursive);
        std::unique_lock<std::recursive_mutex> twice(recursive, std::try_to_lock);
        assert(twice.owns_lock());
        n[1]++;
    }
    {
        std::scoped_lock<std::timed_mutex> lock(timed);
        n[2]++;
    }
    {
        std::unique_lock lock(shared);
        n[3]++;
    }
}

int main() {
    std::thread t(work);
    work();
    t.join();
    std::shared_lock reader(shared), other(shared);
    for (int k : n)
        assert(k == 2);
    assert(plain.try_lock() && recursive.try_lock());
    assert(!shared.try_lock());
    plain.unlock();
    recursive.unlock();
    return 0;
}
