// SPDX-License-Identifier: Apache-2.0
// expect: violated assertion line 18
// A wait without a predicate takes any wake-up for the one that it waits for.
#include <cassert>
#include <condition_variable>
#include <mutex>
#include <thread>

static std::mutex m;
static std::condition_variable arrived;
static bool has_letter;

int main() {
    std::unique_lock<std::mutex> hold(m);
    std::thread postman([] { std::lock_guard<std::mutex> g(m); has_letter = true; arrived.notify_one(); });
    if (!has_letter)
        arrived.wait(hold);
    assert(has_letter);
    hold.unlock();
    postman.join();
}
