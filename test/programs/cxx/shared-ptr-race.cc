// SPDX-License-Identifier: Apache-2.0
// expect: violated use-after-free|double-free|null-dereference|assertion
// no-none: many small steps of shared_ptr
// The counts are atomic, the pointer itself is not: one thread copies it while another one sets it.
#include <memory>
#include <thread>

static std::shared_ptr<int> shared = std::make_shared<int>(1);

int main() {
    std::thread t([] { shared = std::make_shared<int>(2); });
    std::shared_ptr<int> mine = shared;
    t.join();
    return *mine;
}
