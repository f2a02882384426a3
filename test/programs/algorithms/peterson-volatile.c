// SPDX-License-Identifier: Apache-2.0
// expect: holds under sequential consistency
// levels: -O0 -O1 -O2 -O3 -Os
// Peterson's algorithm with volatile flags: right at every level.
#include <assert.h>
#include <pthread.h>

static volatile int flag0, flag1, turn;
static volatile int inside;

static void *thread0(void *arg) {
    for (;;) {
        flag0 = 1;
        turn = 1;
        while (flag1 && turn == 1)
            ;
        inside++;
        assert(inside == 1);
        inside--;
        flag0 = 0;
    }
    return arg;
}
static void *thread1(void *arg) {
    for (;;) {
        flag1 = 1;
        turn = 0;
        while (flag0 && turn == 0)
            ;
        inside++;
        assert(inside == 1);
        inside--;
        flag1 = 0;
    }
    return arg;
}

int main(void) {
    pthread_t a, b;
    pthread_create(&a, NULL, thread0, NULL);
    pthread_create(&b, NULL, thread1, NULL);
    pthread_join(a, NULL);
    pthread_join(b, NULL);
    return 0;
}
