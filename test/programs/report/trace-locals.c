// SPDX-License-Identifier: Apache-2.0
// Locals of other threads are named with their thread; those of main need none.
// expect: violated assertion line 17
// message: before = &thread[23]::enter::node
// message: flag = &main::started
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stddef.h>

static _Atomic(int *) tail;
static atomic_int is_third;

static void enter(int *flag) {
    int node = *flag;
    int *before = atomic_exchange(&tail, &node);
    assert(!before || !is_third);
    while (1)
        ;
}
static void *second(void *arg) {
    enter(arg);
    return NULL;
}
static void *third(void *arg) {
    is_third = 1;
    enter(arg);
    return NULL;
}
int main(void) {
    pthread_t t[2];
    int started = 1;
    pthread_create(&t[0], NULL, second, &started);
    pthread_create(&t[1], NULL, third, &started);
    pthread_join(t[0], NULL);
}
