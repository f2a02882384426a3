// SPDX-License-Identifier: Apache-2.0
// expect: violated use-after-return|use-after-free line 18
// A thread's local is read by main after the thread has ended.
#include <pthread.h>

static int *volatile left_behind;

static void *work(void *arg) {
    int local = 1;
    left_behind = &local;
    return arg;
}

int main(void) {
    pthread_t t;
    pthread_create(&t, NULL, work, NULL);
    pthread_join(t, NULL);
    return *left_behind;
}
