// SPDX-License-Identifier: Apache-2.0
// expect: violated assertion
// What a thread does when it has stopped spinning conflicts with what is done while it spins, if it is let go early.
#include <assert.h>
#include <pthread.h>
#include <sched.h>
#include <stdatomic.h>

static atomic_int go, x, y;

static void *spin(void *arg) {
    while (!go)
        sched_yield();
    x = 1;
    return arg;
}

static void *let_go(void *arg) {
    y = 1;
    go = 1;
    return arg;
}

static void *look(void *arg) {
    int before = x;
    y = 2;
    int after = x;
    assert(before == after);
    return arg;
}

int main(void) {
    pthread_t t[3];
    pthread_create(&t[0], NULL, spin, NULL);
    pthread_create(&t[1], NULL, let_go, NULL);
    pthread_create(&t[2], NULL, look, NULL);
    for (int i = 0; i < 3; i++)
        pthread_join(t[i], NULL);
}
