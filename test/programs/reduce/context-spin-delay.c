// SPDX-License-Identifier: Apache-2.0
// expect: violated assertion line 30
// options: --context-bound 0
// Between two looks a thread waits in a loop of its own, and a function makes and drops an object: nobody can see either.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <string.h>

static atomic_int flag, after;

static void delay(int turns) {
    char pad[4];
    memset(pad, turns, sizeof pad);
    for (volatile int i = 0; i < pad[3]; i++)
        ;
}

static void *setter(void *arg) {
    flag = 1;
    after = 1;
    return arg;
}

int main(void) {
    pthread_t t;
    pthread_create(&t, NULL, setter, NULL);
    while (!flag)
        delay(10);
    assert(!after);
    pthread_join(t, NULL);
    return 0;
}
