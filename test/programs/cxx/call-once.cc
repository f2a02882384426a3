// SPDX-License-Identifier: Apache-2.0
// expect: holds
// std::call_once: one call, which is over for everyone who comes later.
#include <cassert>
#include <mutex>
#include <thread>

static std::once_flag flag;
static int n;

static void use(int k) {
    std::call_once(flag, [](int by) { n += by; }, k);
    assert(n == 1 || n == 2);
}

int main() {
    std::thread t(use, 2);
    use(1);
    t.join();
    return 0;
}
