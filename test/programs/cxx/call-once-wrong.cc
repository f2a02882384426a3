// SPDX-License-Identifier: Apache-2.0
// expect: violated assertion line 18
// One flag for each caller is no flag.
#include <cassert>
#include <mutex>
#include <thread>

static int n;

static void use() {
    std::once_flag flag;
    std::call_once(flag, [] { n++; });
}

int main() {
    std::thread t(use);
    t.join();
    use(), assert(n == 1);
    return 0;
}
