// SPDX-License-Identifier: Apache-2.0
// expect: violated assertion line 31
// options: --context-bound 1 --reduction tau
// One preemption, between the read and the write of x. To leave the second loop is free, also where a thread stands
// before the branch that leads to it, and not yet where it spins.
#include <assert.h>
#include <pthread.h>
#include <sched.h>
#include <stdatomic.h>
static volatile int flag;
static int x;
static atomic_int c;
static void *spins(void *arg) {
    x = 3;
    c = 2;
    while (c != 2) sched_yield();
    while (!flag) ;
    return arg;
}
static void *adds(void *arg) {
    x = x + 1;
    flag = 1;
    return arg;
}
int main(void) {
    pthread_t a, b;
    pthread_create(&a, NULL, adds, NULL);
    pthread_create(&b, NULL, spins, NULL);
    pthread_join(a, NULL);
    pthread_join(b, NULL);
    assert(x != 1);
}
