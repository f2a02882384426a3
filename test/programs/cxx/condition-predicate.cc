// SPDX-License-Identifier: Apache-2.0
// expect: holds
// A wait with a predicate looks again (see condition-spurious.cc).
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
    arrived.wait(hold, [] { return has_letter; });
    assert(has_letter);
    hold.unlock();
    postman.join();
}
