// SPDX-License-Identifier: Apache-2.0
// expect: holds
// Threads that are joined in the block of the compound literal that they use.
#include <assert.h>
#include <pthread.h>

struct task { int n, result; };

static void *square(void *arg) {
    struct task *task = arg;
    task->result = task->n * task->n;
    return arg;
}

int main(void) {
    for (int i = 1; i < 3; i++) {
        pthread_t t;
        struct task *task = &(struct task){.n = i};
        pthread_create(&t, 0, square, task);
        pthread_join(t, 0);
        assert(task->result == i * i);
    }
    return 0;
}
