// SPDX-License-Identifier: Apache-2.0
// expect: violated assertion line 25
// options: --context-bound 0
// A spin that counts its turns never comes back to where it was; but it yields in each of them.
#include <assert.h>
#include <pthread.h>
#include <sched.h>
#include <stdatomic.h>

static atomic_int flag;

static void *setter(void *arg) {
    flag = 1;
    return arg;
}

int main(void) {
    pthread_t t;
    int i;
    pthread_create(&t, NULL, setter, NULL);
    for (i = 0; i < 20 && !flag; i++)
        sched_yield();
    pthread_join(t, NULL);
    // The flag was seen in the middle of the loop.
    assert(i != 7);
    return 0;
}
