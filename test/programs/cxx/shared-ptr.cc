// SPDX-License-Identifier: Apache-2.0
// expect: holds
// options: --property leak
// The counts of std::shared_ptr are atomic: the object goes once, with the last of its owners.
#include <cassert>
#include <memory>
#include <thread>

static int alive;

struct Thing {
    int value = 7;
    Thing() { alive++; }
    ~Thing() { alive--; }
};

int main() {
    auto first = std::make_shared<Thing>();
    std::weak_ptr<Thing> weak = first;
    std::thread t([weak] {
        if (std::shared_ptr<Thing> p = weak.lock())
            assert(p->value == 7 && alive == 1);
    });
    first.reset();
    t.join();
    assert(alive == 0 && weak.expired() && !weak.lock());

    std::shared_ptr<int> numbers(new int[2]{1, 2}, [](int *p) { delete[] p; });
    assert(numbers.use_count() == 1 && numbers.get()[1] == 2);
    auto alias = std::shared_ptr<int>(numbers, numbers.get() + 1);
    numbers.reset();
    assert(*alias == 2);
    std::unique_ptr<Thing> owner(new Thing), other = std::move(owner);
    assert(!owner && other->value == 7);
    return 0;
}
