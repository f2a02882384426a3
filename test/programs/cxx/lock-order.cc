// SPDX-License-Identifier: Apache-2.0
// expect: violated deadlock
// Two locks taken in opposite orders.
#include <mutex>
#include <thread>

static std::mutex a, b;

int main() {
    std::thread t([] {
        std::lock_guard<std::mutex> first(a);
        std::lock_guard<std::mutex> second(b);
    });
    {
        std::lock_guard<std::mutex> first(b);
        std::lock_guard<std::mutex> second(a);
    }
    t.join();
    return 0;
}
