// SPDX-License-Identifier: Apache-2.0
// A lock-free ring buffer between one producer and one consumer. Each owns one of the two indices and only looks at
// the other's; one place stays empty, so that a full ring is not taken for an empty one.
#include <atomic>
#include <cassert>
#include <pthread.h>

#ifndef ITEMS
#define ITEMS 4
#endif

template <typename T, int SIZE> class Ring {
    T item[SIZE];
    std::atomic<int> reader{0}, writer{0};

  public:
    bool enqueue(const T &value) {
        int at = writer.load(std::memory_order_relaxed);
        int next = (at + 1) % SIZE;
        if (next == reader.load(std::memory_order_acquire))
            return false; // full
        item[at] = value;
        writer.store(next, std::memory_order_release);
        return true;
    }

    bool dequeue(T &value) {
        int at = reader.load(std::memory_order_relaxed);
        if (at == writer.load(std::memory_order_acquire))
            return false; // empty
        value = item[at];
        reader.store((at + 1) % SIZE, std::memory_order_release);
        return true;
    }
};

static Ring<int, 3> ring;

#ifdef SHOW
static volatile int taken; // the value that was taken last, for formulas
#endif

static void *produce(void *unused) {
    for (int i = 1; i <= ITEMS; i++) {
        while (!ring.enqueue(i)) {
        }
    }
    return unused;
}

int main() {
    pthread_t producer;
    pthread_create(&producer, nullptr, produce, nullptr);
    for (int i = 1; i <= ITEMS; i++) {
        int value = 0;
        while (!ring.dequeue(value)) {
        }
        assert(value == i);
#ifdef SHOW
        taken = value;
#endif
    }
    pthread_join(producer, nullptr);
    return 0;
}
