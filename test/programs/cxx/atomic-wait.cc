// SPDX-License-Identifier: Apache-2.0
// expect: holds
// options: -std=c++20
// Waiting for atomic variables, semaphores and latches of C++20.
#include <atomic>
#include <cassert>
#include <latch>
#include <semaphore>
#include <thread>

static std::atomic<int> n{0};
static std::atomic<bool> is_ready{false};
static std::counting_semaphore<2> semaphore{0};
static std::latch latch{2};
static int data;

int main() {
    std::thread t([] {
        n.wait(0);
        assert(n == 1 && data == 7);
        is_ready = true;
        is_ready.notify_all();
        semaphore.acquire();
        latch.arrive_and_wait();
    });
    data = 7;
    n = 1;
    n.notify_one();
    is_ready.wait(false);
    semaphore.release();
    latch.arrive_and_wait();
    assert(latch.try_wait() && !semaphore.try_acquire());
    t.join();
    return 0;
}
