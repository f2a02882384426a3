// SPDX-License-Identifier: Apache-2.0
// expect: holds under sequential consistency
// std::atomic of each size, of floating point and of structures, and atomic_flag.
#include <atomic>
#include <cassert>
#include <thread>

struct Pair {
    int a, b;
    bool operator==(const Pair &o) const { return a == o.a && b == o.b; }
};
struct Large {
    long a, b, c;
};

static std::atomic<char> c{1};
static std::atomic<short> s{2};
static std::atomic<long long> l{3};
static std::atomic<double> d{1.5};
static std::atomic<Pair> pair{Pair{1, 2}};
static std::atomic<Large> large{Large{1, 2, 3}};
static std::atomic_flag flag = ATOMIC_FLAG_INIT;
static std::atomic<int *> pointer{nullptr};
static std::atomic<int> n{0};

static void spin() {
    while (flag.test_and_set(std::memory_order_acquire))
        std::this_thread::yield();
    n.store(n.load() + 1);
    flag.clear(std::memory_order_release);
}

int main() {
    assert(c.fetch_add(1) == 1 && --s == 1 && (l |= 4) == 7);
    double old = 1.5;
    assert(d.compare_exchange_strong(old, 2.5) && d == 2.5);
    Pair seen{0, 0};
    assert(!pair.compare_exchange_strong(seen, Pair{3, 4}) && seen == (Pair{1, 2}));
    large.store(Large{4, 5, 6});
    assert(large.load().c == 6);
    static int numbers[2];
    pointer = numbers;
    assert(pointer.fetch_add(1) == numbers && pointer == numbers + 1);
    std::thread t(spin);
    spin();
    t.join();
    assert(n == 2);
    return 0;
}
