// SPDX-License-Identifier: Apache-2.0
// no-none: too many states
// expect: violated assertion line 142|144
// options: --property leak
// levels: -O0
// A task scheduler with the threads of C11. All workers use one scratch buffer.
#include <assert.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <threads.h>

enum { WORKERS = 2, SCRATCH = 4 };

typedef int TaskFunction(int argument, int *scratch);

typedef struct Future {
    struct Future *next; // in the queue
    TaskFunction *function;
    int argument;
    bool is_done;
    int result;
} Future;

typedef struct {
    mtx_t lock;
    cnd_t has_tasks;
    cnd_t task_done;
    Future *first, **last;
    bool is_stopping;
    thrd_t workers[WORKERS];
} Scheduler;

static int *scratch(void) {
    static int buffer[SCRATCH];
    return buffer;
}

// Waits for a task; NULL if the scheduler stops. The caller has the lock.
static Future *next_task(Scheduler *s) {
    while (!s->first && !s->is_stopping)
        cnd_wait(&s->has_tasks, &s->lock);
    Future *future = s->first;
    if (future) {
        s->first = future->next;
        if (!s->first)
            s->last = &s->first;
    }
    return future;
}

static int work(void *arg) {
    Scheduler *s = arg;
    int done = 0;
    mtx_lock(&s->lock);
    for (Future *future; (future = next_task(s)) != NULL; done++) {
        mtx_unlock(&s->lock);
        int result = future->function(future->argument, scratch());
        mtx_lock(&s->lock);
        future->result = result;
        future->is_done = true;
        cnd_broadcast(&s->task_done);
    }
    mtx_unlock(&s->lock);
    return done;
}

static bool scheduler_start(Scheduler *s) {
    s->first = NULL;
    s->last = &s->first;
    s->is_stopping = false;
    if (mtx_init(&s->lock, mtx_plain) != thrd_success || cnd_init(&s->has_tasks) != thrd_success ||
        cnd_init(&s->task_done) != thrd_success)
        return false;
    for (int i = 0; i < WORKERS; i++)
        if (thrd_create(&s->workers[i], work, s) != thrd_success)
            return false;
    return true;
}

// Tasks that were submitted are still run. Returns how many there were.
static int scheduler_stop(Scheduler *s) {
    int done = 0;
    mtx_lock(&s->lock);
    s->is_stopping = true;
    cnd_broadcast(&s->has_tasks);
    mtx_unlock(&s->lock);
    for (int i = 0; i < WORKERS; i++) {
        int part;
        thrd_join(s->workers[i], &part);
        done += part;
    }
    cnd_destroy(&s->task_done);
    cnd_destroy(&s->has_tasks);
    mtx_destroy(&s->lock);
    return done;
}

static Future *submit(Scheduler *s, TaskFunction *function, int argument) {
    Future *future = malloc(sizeof *future);
    if (!future)
        abort();
    *future = (Future){NULL, function, argument, false, 0};
    mtx_lock(&s->lock);
    *s->last = future;
    s->last = &future->next;
    cnd_signal(&s->has_tasks);
    mtx_unlock(&s->lock);
    return future;
}

// Waits for the result and frees the future.
static int future_get(Scheduler *s, Future *future) {
    mtx_lock(&s->lock);
    while (!future->is_done)
        cnd_wait(&s->task_done, &s->lock);
    mtx_unlock(&s->lock);
    int result = future->result;
    free(future);
    return result;
}

// The test: squares by adding, with the steps in the scratch buffer.

static int square(int n, int *steps) {
    steps[0] = 0;
    for (int i = 1; i <= n; i++)
        steps[i] = steps[i - 1] + n;
    return steps[n];
}

static Scheduler scheduler;

int main(void) {
    if (!scheduler_start(&scheduler)) {
        fprintf(stderr, "cannot start the scheduler\n");
        return EXIT_FAILURE;
    }
    Future *first = submit(&scheduler, square, 3);
    Future *second = submit(&scheduler, square, 2);
    int result = future_get(&scheduler, second);
    assert(result == 4);
    result = future_get(&scheduler, first);
    assert(result == 9);
    int done = scheduler_stop(&scheduler);
    assert(done == 2);
    return 0;
}
