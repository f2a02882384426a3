// SPDX-License-Identifier: Apache-2.0
// expect: violated assertion
// The thread that spins is let go and stopped again by the same one: it may go on in between or not.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

static atomic_int go, done, x;

static void *spin(void *arg) {
    while (!go) {
    }
    done = 1;
    return arg;
}

static void *pulse(void *arg) {
    go = 1;
    go = 0;
    x = 1;
    if (done)
        assert(x != 2);
    go = 1;
    return arg;
}

static void *write(void *arg) {
    x = 2;
    return arg;
}

int main(void) {
    pthread_t t[3];
    pthread_create(&t[0], NULL, spin, NULL);
    pthread_create(&t[1], NULL, pulse, NULL);
    pthread_create(&t[2], NULL, write, NULL);
    for (int i = 0; i < 3; i++)
        pthread_join(t[i], NULL);
}
