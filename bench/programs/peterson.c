// SPDX-License-Identifier: Apache-2.0
// Peterson's lock for two threads, N rounds each.
#include <assert.h>
#include <pthread.h>

#ifndef N
#define N 10
#endif

static volatile int flag0, flag1, turn, inside;

static void *first(void *unused) {
    for (int i = 0; i < N; i++) {
        flag0 = 1;
        turn = 1;
        while (flag1 && turn == 1) {
        }
        inside++;
        assert(inside == 1);
        inside--;
        flag0 = 0;
    }
    return unused;
}

static void *second(void *unused) {
    for (int i = 0; i < N; i++) {
        flag1 = 1;
        turn = 0;
        while (flag0 && turn == 0) {
        }
        inside++;
        assert(inside == 1);
        inside--;
        flag1 = 0;
    }
    return unused;
}

int main(void) {
    pthread_t a, b;
    pthread_create(&a, NULL, first, NULL);
    pthread_create(&b, NULL, second, NULL);
    pthread_join(a, NULL);
    pthread_join(b, NULL);
    return 0;
}
