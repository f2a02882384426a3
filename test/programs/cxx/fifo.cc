// SPDX-License-Identifier: Apache-2.0
// expect: holds under sequential consistency
// A queue without locks for one writer and one reader: a linked list of blocks. The writer owns the last block, the
// reader the first; a block that has been read is freed by the reader.
#include <atomic>
#include <cassert>
#include <thread>

template <typename T, int SIZE> class Fifo {
    struct Block {
        T items[SIZE];
        int n_read = 0;
        std::atomic<int> n_written{0};
        std::atomic<Block *> next{nullptr};
    };
    Block *head, *tail;

public:
    Fifo() : head(new Block), tail(head) {}
    ~Fifo() {
        while (Block *b = head) {
            head = b->next;
            delete b;
        }
    }

    void push(const T &item) {
        int n = tail->n_written.load(std::memory_order_relaxed);
        if (n == SIZE) {
            Block *b = new Block;
            b->items[0] = item;
            b->n_written = 1;
            tail->next.store(b, std::memory_order_release);
            tail = b;
            return;
        }
        tail->items[n] = item;
        tail->n_written.store(n + 1, std::memory_order_release);
    }

    bool empty() {
        return head->n_read == head->n_written.load(std::memory_order_acquire) && !head->next.load();
    }

    T pop() {
        if (head->n_read == SIZE) {
            Block *old = head;
            head = old->next;
            delete old;
        }
        return head->items[head->n_read++];
    }
};

int main() {
    Fifo<int, 2> fifo;
    std::thread writer([&] {
        for (int i = 1; i <= 3; i++)
            fifo.push(i);
    });
    for (int i = 1; i <= 3; i++) {
        while (fifo.empty())
            std::this_thread::yield();
        assert(fifo.pop() == i);
    }
    writer.join();
    assert(fifo.empty());
    return 0;
}
