// SPDX-License-Identifier: Apache-2.0
// expect: holds
// options: --clock-ticks 1
// no-none: many small steps of std::chrono
// Timed waits end with success or with a time-out, both in some run, and never for ever.
#include <cassert>
#include <chrono>
#include <condition_variable>
#include <mutex>
#include <thread>

using namespace std::chrono_literals;

static std::timed_mutex lock;
static std::mutex m;
static std::condition_variable ready;
static bool is_ready;

int main() {
    auto before = std::chrono::steady_clock::now();
    std::thread t([] {
        if (lock.try_lock_for(5ms))
            lock.unlock();
        std::lock_guard<std::mutex> guard(m);
        is_ready = true;
        ready.notify_one();
    });
    lock.lock();
    {
        std::unique_lock<std::mutex> guard(m);
        bool was_ready = ready.wait_for(guard, 10ms, [] { return is_ready; });
        assert(was_ready == is_ready);
        ready.wait_until(guard, std::chrono::system_clock::now() + 1s);
    }
    std::this_thread::sleep_for(1ms);
    lock.unlock();
    t.join();
    assert(std::chrono::steady_clock::now() >= before);
    return 0;
}
