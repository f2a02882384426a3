// SPDX-License-Identifier: Apache-2.0
// A program that seeds once, also in a function of its own, keeps nothing of what it has drawn, so that it has few states
// though it draws for ever; and one that draws without a seed, too.
// expect: holds
// options: --unknown rand --no-subsumption
// states: 83
#include <pthread.h>
#include <stdlib.h>
#include <time.h>

static int turns;

static void prepare(void) { srand((unsigned)time(0)); }

static void *draw(void *arg) {
    for (;;)
        turns = turns ? 0 : rand() % 2;
    return arg;
}

int main(void) {
    prepare();
    pthread_t t;
    pthread_create(&t, 0, draw, 0);
    draw(0);
    return 0;
}
