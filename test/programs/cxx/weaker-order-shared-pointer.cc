// SPDX-License-Identifier: Apache-2.0
// expect: holds
// levels: -O0 -O2
// The counters of shared pointers have weaker orders, which are right on every machine, wherever they are inlined. An order
// that is an argument and seq_cst is no reason either.
#include <atomic>
#include <cassert>
#include <memory>
#include <thread>

static std::atomic<bool> done{false};

int main() {
    auto p = std::make_shared<int>(3);
    std::thread t([q = p] {
        assert(*q == 3);
        done.store(true);
    });
    assert(*p == 3);
    p.reset();
    while (!done.load(std::memory_order_seq_cst))
        ;
    t.join();
    return 0;
}
