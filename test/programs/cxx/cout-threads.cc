// SPDX-License-Identifier: Apache-2.0
// expect: holds
// Two threads that print: each << is one step.
#include <iostream>
#include <thread>

int main() {
    std::thread t([] { std::cout << "one " << 1 << std::endl; });
    std::cout << "two " << 2 << std::endl;
    t.join();
    return 0;
}
