// SPDX-License-Identifier: Apache-2.0
// Lamport's bakery for three threads, N rounds each.
#include <assert.h>
#include <pthread.h>

#ifndef N
#define N 1
#endif
#define THREADS 3

static volatile int choosing[THREADS], number[THREADS], inside;

static void *customer(void *arg) {
    int me = (int)(long)arg;
    for (int i = 0; i < N; i++) {
        choosing[me] = 1;
        int most = 0;
        for (int k = 0; k < THREADS; k++) {
            int other = number[k];
            most = other > most ? other : most;
        }
        int mine = most + 1;
        number[me] = mine;
        choosing[me] = 0;
        for (int k = 0; k < THREADS; k++) {
            while (choosing[k]) {
            }
            for (;;) {
                int other = number[k];
                if (other == 0 || other > mine || (other == mine && k >= me))
                    break;
            }
        }
        inside++;
        assert(inside == 1);
        inside--;
        number[me] = 0;
    }
    return NULL;
}

int main(void) {
    pthread_t thread[THREADS];
    for (int i = 0; i < THREADS; i++)
        pthread_create(&thread[i], NULL, customer, (void *)(long)i);
    for (int i = 0; i < THREADS; i++)
        pthread_join(thread[i], NULL);
    return 0;
}
