// SPDX-License-Identifier: Apache-2.0
// A plain counter in two endless threads. They are not interrupted between reading and writing it; otherwise what they have read
// would be in their registers, and there would be no end of states.
// expect: holds
// options: --untracked rounds
// message: untracked: rounds = [1-9]
// no-none: every instruction is a state there, with what was read
#include <pthread.h>

static int shared;
static int rounds;

static void *work(void *arg) {
    for (;;) {
        rounds++;
        shared = !shared;
    }
    return arg;
}

int main(void) {
    pthread_t other;
    pthread_create(&other, NULL, work, NULL);
    work(NULL);
}
