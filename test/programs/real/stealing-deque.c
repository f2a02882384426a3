// SPDX-License-Identifier: Apache-2.0
// expect: holds under sequential consistency
// no-none: too many states
// The work-stealing deque of Chase and Lev (2005) with a fixed size. The owner pushes and pops at the bottom, thieves
// steal at the top; only for the last task do they have to agree, by an exchange of the top.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>

enum { CAPACITY = 2, TASKS = 3, THIEVES = 2 };

typedef struct {
    atomic_int *runs; // how often the task was done
    int number;
} Task;

typedef struct {
    atomic_long top;    // never decreases
    atomic_long bottom; // changed by the owner only
    _Atomic(Task *) tasks[CAPACITY];
} Deque;

// By the owner. False if the deque is full.
static bool deque_push(Deque *d, Task *task) {
    long bottom = atomic_load_explicit(&d->bottom, memory_order_relaxed);
    long top = atomic_load_explicit(&d->top, memory_order_acquire);
    if (bottom - top >= CAPACITY)
        return false;
    atomic_store_explicit(&d->tasks[bottom % CAPACITY], task, memory_order_relaxed);
    atomic_store_explicit(&d->bottom, bottom + 1, memory_order_release);
    return true;
}

// By the owner: the youngest task, or NULL.
static Task *deque_pop(Deque *d) {
    long bottom = atomic_load_explicit(&d->bottom, memory_order_relaxed) - 1;
    atomic_store(&d->bottom, bottom); // from here on thieves see one less
    long top = atomic_load(&d->top);
    if (top > bottom) {
        atomic_store(&d->bottom, top);
        return NULL;
    }
    Task *task = atomic_load_explicit(&d->tasks[bottom % CAPACITY], memory_order_relaxed);
    if (top < bottom)
        return task;
    // The last one: a thief may be at it, too.
    if (!atomic_compare_exchange_strong(&d->top, &top, top + 1))
        task = NULL;
    atomic_store(&d->bottom, bottom + 1);
    return task;
}

// By anybody: the oldest task, or NULL if there is none or another thread was faster.
static Task *deque_steal(Deque *d) {
    long top = atomic_load(&d->top);
    long bottom = atomic_load(&d->bottom);
    if (top >= bottom)
        return NULL;
    Task *task = atomic_load_explicit(&d->tasks[top % CAPACITY], memory_order_relaxed);
    if (!atomic_compare_exchange_strong(&d->top, &top, top + 1))
        return NULL;
    return task;
}

// The test: tasks that may run once only.

static Deque deque;
static atomic_int runs[TASKS];
static Task tasks[TASKS];

static void run(Task *task) {
    int before = atomic_fetch_add(task->runs, 1);
    if (before > 0)
        fprintf(stderr, "task %d runs again\n", task->number);
    assert(before == 0);
}

static void *thief(void *arg) {
    Task *task = deque_steal(&deque);
    if (task)
        run(task);
    return arg;
}

static void owner(void) {
    Task *task;
    for (int i = 0; i < TASKS; i++) {
        tasks[i] = (Task){.runs = &runs[i], .number = i};
        if (!deque_push(&deque, &tasks[i]))
            run(&tasks[i]); // no room: do it at once
    }
    while ((task = deque_pop(&deque)))
        run(task);
}

int main(void) {
    pthread_t threads[THIEVES];
    for (int i = 0; i < THIEVES; i++)
        if (pthread_create(&threads[i], NULL, thief, NULL) != 0)
            exit(EXIT_FAILURE);
    owner();
    for (int i = 0; i < THIEVES; i++)
        pthread_join(threads[i], NULL);
    for (int i = 0; i < TASKS; i++)
        assert(atomic_load(&runs[i]) == 1);
    return 0;
}
