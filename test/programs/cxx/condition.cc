// SPDX-License-Identifier: Apache-2.0
// expect: holds
// A queue with a condition variable: wait with a predicate, and with a loop.
#include <cassert>
#include <condition_variable>
#include <mutex>
#include <queue>
#include <thread>

static std::mutex m;
static std::condition_variable filled;
static std::queue<int> queue;

static int take() {
    std::unique_lock<std::mutex> lock(m);
    filled.wait(lock, [] { return !queue.empty(); });
    int item = queue.front();
    queue.pop();
    return item;
}

int main() {
    std::thread writer([] {
        for (int i = 1; i <= 2; i++) {
            std::lock_guard<std::mutex> lock(m);
            queue.push(i);
            filled.notify_one();
        }
    });
    assert(take() == 1);
    assert(take() == 2);
    writer.join();

    bool is_ready = false;
    std::condition_variable_any ready;
    std::thread other([&] {
        std::lock_guard<std::mutex> lock(m);
        is_ready = true;
        ready.notify_all();
    });
    {
        std::unique_lock<std::mutex> lock(m);
        while (!is_ready)
            ready.wait(lock);
    }
    other.join();
    return 0;
}
