// SPDX-License-Identifier: Apache-2.0
// expect: violated deadlock
// no-none: many small steps of std::thread
// options: -std=c++20
// Two threads wait, one is woken.
#include <atomic>
#include <thread>

static std::atomic<int> n{0};

int main() {
    std::thread a([] { n.wait(0); }), b([] { n.wait(0); });
    n = 1;
    n.notify_one();
    a.join();
    b.join();
    return 0;
}
