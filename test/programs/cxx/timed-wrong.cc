// SPDX-License-Identifier: Apache-2.0
// expect: violated assertion line 18
// The wait may have timed out.
#include <cassert>
#include <chrono>
#include <mutex>
#include <thread>

static std::timed_mutex lock;

int main() {
    lock.lock();
    std::thread t([] {
        bool is_locked = lock.try_lock_for(std::chrono::hours(1));
        if (is_locked)
            lock.unlock();

        assert(is_locked);
    });
    lock.unlock();
    t.join();
    return 0;
}
