// SPDX-License-Identifier: Apache-2.0
// expect: holds with 2 processors
// levels: -O0 -O2
// std::thread: arguments by value, by reference and to be moved; moving threads; ids; joinable and detach.
#include <cassert>
#include <functional>
#include <memory>
#include <thread>
#include <utility>

static void add(int &sum, int n) { sum += n; }

struct Counter {
    int n = 0;
    void count(int k) { n += k; }
    void operator()() { n = -1; }
};

int main() {
    int sum = 0;
    std::thread a(add, std::ref(sum), 3);
    assert(a.joinable() && a.get_id() != std::this_thread::get_id() && a.get_id() != std::thread::id());
    std::thread b = std::move(a);
    assert(!a.joinable() && b.joinable());
    b.join();
    assert(sum == 3 && !b.joinable() && b.get_id() == std::thread::id());

    Counter c;
    a = std::thread(&Counter::count, &c, 2);
    a.join();
    assert(c.n == 2);
    a = std::thread(c);                     // a copy
    a.join();
    assert(c.n == 2);

    auto owned = std::make_unique<int>(5);
    a = std::thread([](std::unique_ptr<int> p) { assert(*p == 5); }, std::move(owned));
    assert(!owned);
    a.swap(b);
    assert(b.joinable() && !a.joinable());
    b.detach();
    assert(!b.joinable());
    assert(std::thread::hardware_concurrency() > 0);
    return 0;
}
