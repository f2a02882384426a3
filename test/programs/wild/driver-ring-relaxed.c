// SPDX-License-Identifier: Apache-2.0
// expect: violated data-race line 39
// options: --property race
// A ring between an interrupt and a task, cut out of a driver: the head is advanced with a relaxed store.
#include <pthread.h>
#include <stdint.h>

#define READ_ONCE(x) __atomic_load_n(&(x), __ATOMIC_RELAXED)
#define WRITE_ONCE(x, v) __atomic_store_n(&(x), (v), __ATOMIC_RELAXED)
#define RING 2

struct packet {
    uint16_t length;
    uint16_t kind;
};

static struct {
    struct packet slots[RING];
    unsigned head, tail;
} ring;

static int push(uint16_t length) {
    unsigned head = ring.head;
    if (head - READ_ONCE(ring.tail) == RING)
        return 0;
    ring.slots[head % RING].length = length;
    ring.slots[head % RING].kind = 1;
    WRITE_ONCE(ring.head, head + 1);
    return 1;
}

static int pop(uint16_t *length) {
    unsigned tail = ring.tail;
    if (READ_ONCE(ring.head) == tail)
        return 0;
    /*
     * smp_rmb() was here once
     */
    *length = ring.slots[tail % RING].length;
    WRITE_ONCE(ring.tail, tail + 1);
    return 1;
}

static void *interrupt(void *unused) {
    push(60);
    push(61);
    return unused;
}

int main(void) {
    pthread_t irq;
    uint16_t length;
    pthread_create(&irq, NULL, interrupt, NULL);
    pop(&length);
    pthread_join(irq, NULL);
    return 0;
}
