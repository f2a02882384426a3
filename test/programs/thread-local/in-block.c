// SPDX-License-Identifier: Apache-2.0
// expect: violated assertion line 17
// A thread-local is known only through a heap block that no other thread can reach, and has its initial value when the
// thread is interrupted.
#include <assert.h>
#include <pthread.h>
#include <stdlib.h>

static _Thread_local int calls;
static volatile int flag;

static void *worker(void *arg) {
    int **known = malloc(sizeof *known);
    *known = &calls;
    flag = 1;
    **known = 5;
    assert(calls != 5);
    free(known);
    return arg;
}

int main(void) {
    pthread_t thread;
    pthread_create(&thread, NULL, worker, NULL);
    flag = 3;
    pthread_join(thread, NULL);
    return 0;
}
