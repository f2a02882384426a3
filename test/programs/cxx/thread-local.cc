// SPDX-License-Identifier: Apache-2.0
// expect: holds
// Each thread has its own thread_local object, which is destroyed when the thread ends, before a join is over.
#include <cassert>
#include <memory>
#include <thread>

static int alive;

struct Mine {
    int n = 0;
    Mine() { alive++; }
    ~Mine() { alive--; }
};
thread_local Mine mine;
thread_local std::unique_ptr<int> owned;

int main() {
    mine.n = 1;
    std::thread t([] {
        assert(mine.n == 0);
        mine.n = 2;
        owned = std::make_unique<int>(3);
        assert(alive == 2 && *owned == 3);
    });
    t.join();
    assert(mine.n == 1 && alive == 1 && !owned);
    return 0;
}
