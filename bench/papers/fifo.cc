// SPDX-License-Identifier: Apache-2.0
// A lock-free first-in first-out queue between one producer and one consumer: a list of nodes with a dummy at its head.
// The producer owns the tail, the consumer the head; they share only the `next` pointers.
#include <atomic>
#include <cassert>
#include <pthread.h>

#ifndef ITEMS
#define ITEMS 3
#endif

template <typename T> class Fifo {
    struct Node {
        T value{};
        std::atomic<Node *> next{nullptr};
    };

    Node *head; // the node whose value was taken last
    Node *tail; // the node that was added last

  public:
    Fifo() : head(new Node), tail(head) {}

    ~Fifo() {
        while (head) {
            Node *next = head->next;
            delete head;
            head = next;
        }
    }

    void push(const T &value) {
        Node *node = new Node;
        node->value = value;
        tail->next.store(node, std::memory_order_release); // from here on the consumer can see it
        tail = node;
    }

    bool pop(T &value) {
        Node *first = head->next.load(std::memory_order_acquire);
        if (!first)
            return false;
        value = first->value;
        delete head;
        head = first;
        return true;
    }
};

#ifdef SHOW
static volatile int taken; // the value that was taken last, for formulas
#endif

static void *produce(void *queue) {
    for (int i = 1; i <= ITEMS; i++)
        static_cast<Fifo<int> *>(queue)->push(i);
    return nullptr;
}

int main() {
    Fifo<int> queue;
    pthread_t producer;
    pthread_create(&producer, nullptr, produce, &queue);
    for (int i = 1; i <= ITEMS; i++) {
        int value = 0;
        while (!queue.pop(value)) {
        }
        assert(value == i);
#ifdef SHOW
        taken = value;
#endif
    }
    pthread_join(producer, nullptr);
    return 0;
}
