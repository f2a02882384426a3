// SPDX-License-Identifier: Apache-2.0
// expect: violated assertion
// options: --context-bound 1
// One preemption, and a thread that sleeps of its own will. The model of usleep has branches before it yields.
#include <assert.h>
#include <pthread.h>
#include <unistd.h>

static int a, out;

static void *sleeper(void *arg) {
    a = 3;
    usleep(1);
    out = a;
    return arg;
}

int main(void) {
    pthread_t t;
    pthread_create(&t, NULL, sleeper, NULL);
    a = (a + a) & 7;
    pthread_join(t, NULL);
    assert(!(a == 6 && out == 6));
    return 0;
}
