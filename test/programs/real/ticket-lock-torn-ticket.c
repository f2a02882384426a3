// SPDX-License-Identifier: Apache-2.0
// expect: violated assertion line 63|84|85
// no-none: too many states
// A ticket lock that takes its ticket with a load and a store: two threads can have the same number.
#include <assert.h>
#include <pthread.h>
#include <sched.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stdlib.h>

enum { THREADS = 2, DEPOSITS = 2 };

typedef struct {
    atomic_uint next_ticket;
    atomic_uint now_serving;
} TicketLock;

#define TICKET_LOCK_INIT {0, 0}

static void ticket_lock(TicketLock *lock) {
    unsigned mine = atomic_load_explicit(&lock->next_ticket, memory_order_relaxed);
    atomic_store_explicit(&lock->next_ticket, mine + 1, memory_order_relaxed);
    while (atomic_load_explicit(&lock->now_serving, memory_order_acquire) != mine)
        sched_yield();
}

// Takes the lock only if nobody has it and nobody waits.
static bool ticket_trylock(TicketLock *lock) {
    unsigned serving = atomic_load_explicit(&lock->now_serving, memory_order_acquire);
    unsigned expected = serving;
    return atomic_compare_exchange_strong_explicit(&lock->next_ticket, &expected, serving + 1, memory_order_acquire,
                                                   memory_order_relaxed);
}

static void ticket_unlock(TicketLock *lock) {
    // Only the holder changes it, so a load and a store are enough.
    unsigned serving = atomic_load_explicit(&lock->now_serving, memory_order_relaxed);
    atomic_store_explicit(&lock->now_serving, serving + 1, memory_order_release);
}

// The test: accounts under one lock. The sum of all deposits arrives; an audit sees a consistent book.

typedef struct {
    TicketLock lock;
    int balance;
    int entries;
} Book;

static Book book = {.lock = TICKET_LOCK_INIT};

static void deposit(Book *b, int amount) {
    ticket_lock(&b->lock);
    b->balance += amount;
    b->entries++;
    ticket_unlock(&b->lock);
}

// False if the book is in use.
static bool audit(Book *b) {
    if (!ticket_trylock(&b->lock))
        return false;
    assert(b->balance == 5 * b->entries);
    ticket_unlock(&b->lock);
    return true;
}

static void *clerk(void *arg) {
    (void)arg;
    for (int i = 0; i < DEPOSITS; i++)
        deposit(&book, 5);
    return NULL;
}

int main(void) {
    pthread_t threads[THREADS];
    for (int i = 0; i < THREADS; i++)
        if (pthread_create(&threads[i], NULL, clerk, NULL) != 0)
            abort();
    audit(&book);
    for (int i = 0; i < THREADS; i++)
        pthread_join(threads[i], NULL);
    bool is_free = audit(&book);
    assert(is_free);
    assert(book.balance == 5 * THREADS * DEPOSITS);
    return 0;
}
