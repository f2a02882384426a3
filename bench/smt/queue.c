// SPDX-License-Identifier: Apache-2.0
// A queue of SIZE places, filled by one thread and emptied by another, each under the lock. With -DWRONG the second does not wait
// for the first to have put anything.
#include <assert.h>
#include <pthread.h>

#ifndef SIZE
#define SIZE 20
#endif

static struct {
    int places[SIZE];
    int head, tail, amount;
} queue;
static int stored[SIZE];
static int is_full;
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

static void put(int value) {
    assert(queue.amount < SIZE);
    queue.places[queue.tail] = value;
    queue.tail = (queue.tail + 1) % SIZE;
    queue.amount++;
}

static int take(void) {
    assert(queue.amount > 0);
    int value = queue.places[queue.head];
    queue.head = (queue.head + 1) % SIZE;
    queue.amount--;
    return value;
}

static void *fill(void *arg) {
    pthread_mutex_lock(&lock);
    for (int i = 0; i < SIZE; i++) {
        put(3 * i);
        stored[i] = 3 * i;
    }
    is_full = 1;
    pthread_mutex_unlock(&lock);
    return arg;
}

static void *empty(void *arg) {
    pthread_mutex_lock(&lock);
#ifndef WRONG
    if (is_full)
#endif
        for (int i = 0; i < SIZE; i++)
            assert(take() == stored[i]);
    pthread_mutex_unlock(&lock);
    return arg;
}

int main(void) {
    pthread_t first, second;
    pthread_create(&first, 0, fill, 0);
    pthread_create(&second, 0, empty, 0);
    pthread_join(first, 0);
    pthread_join(second, 0);
    return 0;
}
