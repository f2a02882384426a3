// SPDX-License-Identifier: Apache-2.0
// expect: holds under sequential consistency
// levels: -O0 -O2
// As weaker-order-in-thread.cc, with a volatile access.
#include <thread>

static volatile int done;

int main() {
    std::thread t([] { done = 1; });
    t.join();
    return 0;
}
