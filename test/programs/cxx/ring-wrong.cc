// SPDX-License-Identifier: Apache-2.0
// expect: violated assertion line 42
// As ring.cc, but the writer waits only once for a place: it may write over items that nobody has read.
#include <atomic>
#include <cassert>
#include <thread>

template <typename T, int SIZE> class Ring {
    std::atomic<int> first{0}, last{0};     // the reader's and the writer's place
    T items[SIZE] = {};

public:
    bool full() { return (last.load() + 1) % SIZE == first.load(); }
    bool empty() { return first.load() == last.load(); }

    void push(T item) {
        if (full())
            std::this_thread::yield();
        items[last.load()] = item;
        last.store((last.load() + 1) % SIZE);
    }

    T pop() {
        while (empty())
            std::this_thread::yield();
        T item = items[first.load()];
        first.store((first.load() + 1) % SIZE);
        return item;
    }
};

static Ring<int, 3> ring;

static void write() {
    for (int i = 1; i <= 4; i++)
        ring.push(i);
}

int main() {
    std::thread writer(write);
    for (int i = 1; i <= 4; i++)
        assert(ring.pop() == i);
    writer.join();
    return 0;
}
