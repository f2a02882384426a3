// SPDX-License-Identifier: Apache-2.0
// expect: holds under sequential consistency
// no-none: three threads with some forty instructions each
// Lamport's bakery for three threads, each entering once.
#include <assert.h>
#include <pthread.h>

enum { N = 3 };
static volatile int choosing[N], number[N], inside;

static void *enter(void *arg) {
    int me = *(int *)arg;
    choosing[me] = 1;
    int max = 0;
    for (int i = 0; i < N; i++) {
        int n = number[i];
        if (n > max)
            max = n;
    }
    int mine = max + 1;
    number[me] = mine;
    choosing[me] = 0;
    for (int i = 0; i < N; i++) {
        if (i == me)
            continue;
        while (choosing[i])
            ;
        for (;;) {
            int n = number[i];
            if (n == 0 || n > mine || (n == mine && i > me))
                break;
        }
    }
    inside++;
    assert(inside == 1);
    inside--;
    number[me] = 0;
    return NULL;
}

int main(void) {
    static int id[N] = {0, 1, 2};
    pthread_t t[N];
    for (int i = 0; i < N; i++)
        pthread_create(&t[i], NULL, enter, &id[i]);
    for (int i = 0; i < N; i++)
        pthread_join(t[i], NULL);
    return 0;
}
