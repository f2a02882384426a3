// SPDX-License-Identifier: Apache-2.0
// expect: holds under sequential consistency
// expect@-O2: violated assertion line 20|31
// expect@-O3: violated assertion line 20|31
// expect@-Os: violated assertion line 20|31
// levels: -O0 -O1 -O2 -O3 -Os
// Entered once and tested with == 1: -O1 makes an endless loop of the wait, -O2 drops the wait altogether.
#include <assert.h>
#include <pthread.h>

int flag0, flag1, turn;
volatile int inside;

void *thread0(void *arg) {
    flag0 = 1;
    turn = 1;
    while (flag1 == 1 && turn == 1)
        ;
    inside++;
    assert(inside == 1);
    inside--;
    flag0 = 0;
    return arg;
}
void *thread1(void *arg) {
    flag1 = 1;
    turn = 0;
    while (flag0 == 1 && turn == 0)
        ;
    inside++;
    assert(inside == 1);
    inside--;
    flag1 = 0;
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
