// SPDX-License-Identifier: Apache-2.0
// Two threads go round for ever and count it, and keep the highest number they have seen: that is no part of the state.
// expect: holds
// options: --untracked rounds,highest
// message: untracked: rounds = [1-9][0-9]*, highest = 4
#include <assert.h>
#include <heddle.h>
#include <pthread.h>

static int shared;
static unsigned long rounds;
static int highest;

static void *work(void *arg) {
    for (;;) {
        heddle_atomic_begin();
        int now = shared;
        rounds++;
        highest = now > highest ? now : highest;
        heddle_atomic_end();
        shared = (now + 1) % 5;
        assert(shared < 5);
    }
    return arg;
}

int main(void) {
    pthread_t other;
    pthread_create(&other, NULL, work, NULL);
    work(NULL);
}
