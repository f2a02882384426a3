// SPDX-License-Identifier: Apache-2.0
// expect: violated use-after-return|mutex-misuse
// options: --property leak
// no-none: too many states
// A wait group for detached workers, a local variable of the caller. The last worker signals after it has given the
// lock back: the caller may have seen that all are done and be gone, and the group with it.
#include <assert.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>

enum { WORKERS = 2 };

typedef struct {
    pthread_mutex_t lock;
    pthread_cond_t all_done;
    int running;
} WaitGroup;

typedef struct {
    WaitGroup *group;
    int input;
    int *output; // of the caller
} Task;

static void group_init(WaitGroup *group) {
    pthread_mutex_init(&group->lock, NULL);
    pthread_cond_init(&group->all_done, NULL);
    group->running = 0;
}

static void group_destroy(WaitGroup *group) {
    pthread_cond_destroy(&group->all_done);
    pthread_mutex_destroy(&group->lock);
}

static void group_add(WaitGroup *group, int workers) {
    pthread_mutex_lock(&group->lock);
    group->running += workers;
    pthread_mutex_unlock(&group->lock);
}

// The signal is sent without the lock, so that who waits does not wake up only to wait for it.
static void group_done(WaitGroup *group) {
    pthread_mutex_lock(&group->lock);
    assert(group->running > 0);
    int left = --group->running;
    pthread_mutex_unlock(&group->lock);
    if (left == 0)
        pthread_cond_signal(&group->all_done);
}

static void group_wait(WaitGroup *group) {
    pthread_mutex_lock(&group->lock);
    while (group->running > 0)
        pthread_cond_wait(&group->all_done, &group->lock);
    pthread_mutex_unlock(&group->lock);
}

static void *run_task(void *arg) {
    Task task = *(Task *)arg;
    free(arg);
    *task.output = task.input * task.input;
    group_done(task.group);
    return NULL;
}

static int start_task(WaitGroup *group, int input, int *output) {
    pthread_attr_t detached;
    pthread_t thread;
    Task *task = malloc(sizeof *task);
    if (!task)
        return -1;
    *task = (Task){group, input, output};
    pthread_attr_init(&detached);
    pthread_attr_setdetachstate(&detached, PTHREAD_CREATE_DETACHED);
    group_add(group, 1);
    int error = pthread_create(&thread, &detached, run_task, task);
    pthread_attr_destroy(&detached);
    if (error) {
        group_done(group);
        free(task);
        return -1;
    }
    return 0;
}

static int sum_of_squares(const int *inputs) {
    WaitGroup group;
    int outputs[WORKERS] = {0};
    int sum = 0;
    group_init(&group);
    for (int i = 0; i < WORKERS; i++)
        if (start_task(&group, inputs[i], &outputs[i]) != 0)
            fprintf(stderr, "task %d is left out\n", i);
    group_wait(&group);
    group_destroy(&group);
    for (int i = 0; i < WORKERS; i++)
        sum += outputs[i];
    return sum;
}

int main(void) {
    static const int inputs[WORKERS] = {3, 4};
    int sum = sum_of_squares(inputs);
    printf("%d\n", sum);
    assert(sum == 25);
    return 0;
}
