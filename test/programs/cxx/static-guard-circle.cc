// SPDX-License-Identifier: Apache-2.0
// expect: violated deadlock
// options: -std=c++17
// message: waits for initialisation .guard of value::v. held by thread
// The initialisation of a static variable wants a mutex whose owner needs the variable, while a third thread runs for ever.
#include <mutex>
#include <thread>

static std::recursive_mutex m;
static volatile int beat;

static int slow() {
    std::lock_guard lock(m);
    return 1;
}
static int value() {
    static int v = slow();
    return v;
}

int main() {
    std::thread a([] { value(); });
    std::thread b([] {
        std::lock_guard lock(m);
        value();
    });
    for (;;)
        beat = !beat;
}
