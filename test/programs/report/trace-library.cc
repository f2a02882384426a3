// SPDX-License-Identifier: Apache-2.0
// What happens inside the C++ library is told as the call in the user's line.
// expect: violated assertion line 39
// options: --reduction global --search dfs --no-minimise --trace-full
// message: std::thread t\(worker, 1\); +starts thread 2: worker\n
// message: pool\.first\.lock\(\); +std::mutex::lock\(&pool\.first\)\n
// message: std::lock_guard<std::mutex> guard\(pool\.second\); +std::lock_guard\(&guard, &pool\.second\)\n
// message: while \(pool\.turn\.load\(\) != 0\) +reads pool\.turn = 0\n
// message: delete job; +operator delete\(&Job#\d, 4\)
// message: std::call_once\(pool\.once, start\);
// message: static void start\(\) \{ pool\.turn = 0; \} +pool\.turn = 0
// message: assert\(pool\.turn == 1\); +with pool\.turn = 0
// message: Stacks:\n  thread 1\n    report/trace-library\.cc:39 +main
#include <atomic>
#include <cassert>
#include <mutex>
#include <thread>

struct Job { int n; };
static struct {
    std::mutex first, second;
    std::atomic<int> turn;
    std::once_flag once;
} pool;

static void start() { pool.turn = 0; }
static void worker(int n) {
    Job *job = new Job{n};
    delete job;
    std::lock_guard<std::mutex> guard(pool.second);
}
int main() {
    std::call_once(pool.once, start);
    std::thread t(worker, 1);
    pool.first.lock();
    while (pool.turn.load() != 0)
        std::this_thread::yield();
    t.join();
    assert(pool.turn == 1);
}
