// SPDX-License-Identifier: Apache-2.0
// expect: violated use-after-return line 9
// A thread that outlives the variable which it has a reference to.
#include <thread>

static std::thread start() {
    int local = 1;
    std::thread t([&] {
        local++;
    });
    return t;
}

int main() {
    start().join();
    return 0;
}
