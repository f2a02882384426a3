// SPDX-License-Identifier: Apache-2.0
// expect: holds
// no-none: too many states
// The queue lock of Mellor-Crummey and Scott (1991): each thread that waits spins on a flag of its own, in a node that
// it brings along and that its predecessor links in.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stdlib.h>

enum { THREADS = 3 };

typedef struct McsNode {
    _Atomic(struct McsNode *) next;
    atomic_bool is_waiting;
} McsNode;

typedef struct {
    _Atomic(McsNode *) tail; // the last one in the queue; NULL if the lock is free
} McsLock;

static void mcs_lock(McsLock *lock, McsNode *self) {
    atomic_store(&self->next, NULL);
    atomic_store(&self->is_waiting, true);
    McsNode *before = atomic_exchange(&lock->tail, self);
    if (!before)
        return;
    atomic_store(&before->next, self);
    while (atomic_load(&self->is_waiting))
        ;
}

static void mcs_unlock(McsLock *lock, McsNode *self) {
    McsNode *next = atomic_load(&self->next);
    if (!next) {
        McsNode *expected = self;
        if (atomic_compare_exchange_strong(&lock->tail, &expected, NULL))
            return;
        // Somebody is in the queue behind us but has not linked in yet.
        while (!(next = atomic_load(&self->next)))
            ;
    }
    atomic_store(&next->is_waiting, false);
}

// The test: numbers are appended to a shared list that has no protection of its own.

typedef struct {
    McsLock lock;
    int count;
    int numbers[THREADS];
} Series;

static Series series;

static void series_append(Series *s, int number) {
    McsNode node; // lives as long as we hold the lock or wait for it
    mcs_lock(&s->lock, &node);
    int position = s->count;
    s->numbers[position] = number;
    s->count = position + 1;
    mcs_unlock(&s->lock, &node);
}

static void *appender(void *arg) {
    const int *number = arg;
    series_append(&series, *number);
    return NULL;
}

static bool series_contains(const Series *s, int number) {
    for (int i = 0; i < s->count; i++)
        if (s->numbers[i] == number)
            return true;
    return false;
}

int main(void) {
    static int numbers[THREADS] = {10, 20, 30};
    pthread_t threads[THREADS - 1];
    for (int i = 0; i < THREADS - 1; i++)
        if (pthread_create(&threads[i], NULL, appender, &numbers[i]) != 0)
            abort();
    series_append(&series, numbers[THREADS - 1]);
    for (int i = 0; i < THREADS - 1; i++)
        pthread_join(threads[i], NULL);
    assert(series.count == THREADS);
    for (int i = 0; i < THREADS; i++)
        assert(series_contains(&series, numbers[i]));
    assert(!atomic_load(&series.lock.tail));
    return 0;
}
