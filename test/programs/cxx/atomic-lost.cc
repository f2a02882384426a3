// SPDX-License-Identifier: Apache-2.0
// expect: violated assertion line 15
// A load and a store are two operations, however atomic each is.
#include <atomic>
#include <cassert>
#include <thread>

static std::atomic<int> n{0};

int main() {
    std::thread t([] { n = n + 1; });
    n = n + 1;
    t.join();

    assert(n == 2);
    return 0;
}
