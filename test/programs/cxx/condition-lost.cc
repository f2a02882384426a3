// SPDX-License-Identifier: Apache-2.0
// expect: violated deadlock
// The notification comes before the wait, which has no predicate.
#include <condition_variable>
#include <mutex>
#include <thread>

int main() {
    std::mutex m;
    std::condition_variable ready;
    std::thread t([&] {
        std::lock_guard<std::mutex> lock(m);
        ready.notify_one();
    });
    {
        std::unique_lock<std::mutex> lock(m);
        ready.wait(lock);
    }
    t.join();
    return 0;
}
