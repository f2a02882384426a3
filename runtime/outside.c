// SPDX-License-Identifier: Apache-2.0
// For programs without main, whose functions are called from outside: see include/libheddle.h.
#include "rt.h"

#include <pthread.h>

// While there are no threads, somebody must be the caller.
void *__rt_control(void);
void *__rt_control(void) {
    __heddle_mask();
    struct rt_thread *t = __heddle_alloc(sizeof *t, HEDDLE_ALLOC_ZERO | HEDDLE_ALLOC_INTERNAL);
    t->self = t;
    return t;
}

int __rt_launch(void *(*task)(void *), void *arg);
int __rt_launch(void *(*task)(void *), void *arg) {
    pthread_t thread;
    return pthread_create(&thread, NULL, task, arg);
}
