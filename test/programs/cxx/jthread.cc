// SPDX-License-Identifier: Apache-2.0
// expect: holds
// options: -std=c++20
// std::jthread asks its thread to stop and joins it.
#include <cassert>
#include <thread>

static int n;

int main() {
    {
        std::jthread t([](std::stop_token stop) {
            while (!stop.stop_requested())
                std::this_thread::yield();
            n = 1;
        });
    }
    assert(n == 1);
    return 0;
}
