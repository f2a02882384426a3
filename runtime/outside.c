// SPDX-License-Identifier: Apache-2.0
// For programs without main, whose functions are called from outside: see include/libheddle.h.
#include "rt.h"

#include <pthread.h>

// Who calls from outside is no thread, but may hold locks and have values of keys from one call to
// the next: all calls have this block. The search for deadlocks knows it by its name.
struct rt_thread *__rt_outsider;

void *__rt_control(void);
void *__rt_control(void) {
    __heddle_mask();
    if (__rt_outsider)
        return __rt_outsider;
    struct rt_thread *t = __heddle_alloc(sizeof *t, HEDDLE_ALLOC_ZERO | HEDDLE_ALLOC_INTERNAL);
    t->self = t;
    __rt_outsider = t;
    return t;
}

int __rt_launch(void *(*task)(void *), void *arg);
int __rt_launch(void *(*task)(void *), void *arg) {
    pthread_t thread;
    return pthread_create(&thread, NULL, task, arg);
}
