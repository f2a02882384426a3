// SPDX-License-Identifier: Apache-2.0
// expect: holds under sequential consistency
// Lamport's bakery for two threads, each entering once.
#include <assert.h>
#include <pthread.h>

enum { N = 2 };
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
    number[me] = max + 1;
    choosing[me] = 0;
    for (int i = 0; i < N; i++) {
        while (choosing[i])
            ;
        for (;;) {
            int n = number[i];
            if (n == 0 || n > number[me] || (n == number[me] && i >= me))
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
    static int id[N] = {0, 1};
    pthread_t t[N];
    for (int i = 0; i < N; i++)
        pthread_create(&t[i], NULL, enter, &id[i]);
    for (int i = 0; i < N; i++)
        pthread_join(t[i], NULL);
    return 0;
}
