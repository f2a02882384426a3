// SPDX-License-Identifier: Apache-2.0
// expect: violated deadlock
// Two threads wait for each other's stream, while a third one runs for ever.
#include <pthread.h>
#include <stdio.h>

static volatile int tick;

static void *runner(void *arg) {
    for (;;)
        tick = !tick;
    return arg;
}

static void *first(void *arg) {
    flockfile(stdout);
    fflush(stderr);
    fputs("first", stderr);
    funlockfile(stdout);
    return arg;
}

int main(void) {
    pthread_t t, u;
    pthread_create(&t, NULL, runner, NULL);
    pthread_create(&u, NULL, first, NULL);
    flockfile(stderr);
    puts("second");
    funlockfile(stderr);
    pthread_join(u, NULL);
    return 0;
}
