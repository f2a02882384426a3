// SPDX-License-Identifier: Apache-2.0
// expect: violated assertion
// Who spins yields before it looks. What it looks for is there for a moment, which must not go by in one step because
// nobody looks just then.
#include <assert.h>
#include <pthread.h>
#include <sched.h>
#include <stdatomic.h>

static atomic_int x;

static void *pass(void *arg) {
    x = 2;
    x = 3;
    return arg;
}

int main(void) {
    pthread_t t;
    pthread_create(&t, NULL, pass, NULL);
    do {
        sched_yield();
    } while (x != 2);
    assert(0);
}
