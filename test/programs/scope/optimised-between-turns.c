// SPDX-License-Identifier: Apache-2.0
// expect: violated use-after-return
// levels: -O1 -O2
// Between two turns of a loop its local has ended and not begun again: a thread may use its address just then.
#include <pthread.h>

static int *volatile known;
static int other;

static void *writes(void *arg) {
    int *p = known;
    *p = 7;
    return arg;
}

__attribute__((noinline)) static void tell(int *p) { known = p; }
__attribute__((noinline)) static void join_at(int turn, pthread_t t) {
    if (turn == 1)
        pthread_join(t, NULL);
}

int main(void) {
    pthread_t t;
    known = &other;
    pthread_create(&t, NULL, writes, NULL);
    for (int i = 0; i < 2; i++) {
        int x;
        tell(&x);
        join_at(i, t);
    }
    return 0;
}
