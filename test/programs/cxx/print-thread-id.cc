// SPDX-License-Identifier: Apache-2.0
// expect: holds
// A thread's id and addresses are shown, as numbers too.
#include <cstdint>
#include <iostream>
#include <mutex>
#include <thread>

static std::mutex lock;

static void tell(int n) {
    std::lock_guard<std::mutex> guard(lock);
    std::cout << n << ": " << std::this_thread::get_id() << " at " << &n << '\n';
    std::cerr << std::hex << reinterpret_cast<std::uintptr_t>(&n) << std::dec << ' '
              << static_cast<long>(reinterpret_cast<std::intptr_t>(&lock)) << '\n';
}

int main() {
    std::thread thread(tell, 1);
    tell(2);
    thread.join();
    return 0;
}
