// SPDX-License-Identifier: Apache-2.0
// expect: unknown "std::system_error, invalid argument"
// A second join throws.
#include <thread>

int main() {
    std::thread t([] {});
    t.join();
    t.join();
    return 0;
}
