// SPDX-License-Identifier: Apache-2.0
// expect: violated assertion|use-after-free|double-free|out-of-bounds|uninitialized
// Two threads push to one vector without a lock.
// no-none: many small steps of push_back
#include <cassert>
#include <thread>
#include <vector>

static std::vector<int> v;

int main() {
    std::thread t([] { v.push_back(1); });
    v.push_back(2);
    t.join();
    assert(v.size() == 2);
    return 0;
}
