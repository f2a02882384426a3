// SPDX-License-Identifier: Apache-2.0
// expect: holds
// levels: -O0 -O2
// Every thread has its own copy of a thread-local variable, initialised afresh.
#include <assert.h>
#include <pthread.h>

static _Thread_local int mine = 10;
static __thread int *self;

static void *work(void *arg) {
    assert(mine == 10 && !self);
    self = &mine;
    *self += *(int *)arg;
    assert(mine == 10 + *(int *)arg);
    return NULL;
}

int main(void) {
    static int one = 1, two = 2;
    pthread_t a, b;
    mine = 3;
    pthread_create(&a, NULL, work, &one);
    pthread_create(&b, NULL, work, &two);
    pthread_join(a, NULL);
    pthread_join(b, NULL);
    assert(mine == 3 && !self);
    return 0;
}
