// SPDX-License-Identifier: Apache-2.0
// expect: violated assertion
// The flag is set before the data. Who spins stands at its yield, not where it looks, when that happens.
#include <assert.h>
#include <pthread.h>
#include <sched.h>
#include <stdatomic.h>

static atomic_int flag, data;

static void *spin(void *arg) {
    do
        sched_yield();
    while (!flag);
    assert(data == 1);
    return arg;
}

int main(void) {
    pthread_t t;
    pthread_create(&t, NULL, spin, NULL);
    flag = 1;
    data = 1;
    pthread_join(t, NULL);
}
