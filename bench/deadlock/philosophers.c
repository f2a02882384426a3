// SPDX-License-Identifier: Apache-2.0
// N dining philosophers. All of them take the left fork first, so each can hold one and wait for the next: a deadlock.
// With -DFIXED the last one takes the right fork first.
#include <assert.h>
#include <pthread.h>
#include <stdio.h>

#ifndef N
#define N 3
#endif

typedef struct Fork {
    pthread_mutex_t lock;
    int holder; // -1: it lies on the table
} Fork;

static Fork table[N];
static int meals[N];

static void take(int fork, int philosopher) {
    pthread_mutex_lock(&table[fork].lock);
    assert(table[fork].holder == -1);
    table[fork].holder = philosopher;
}

static void put_back(int fork, int philosopher) {
    assert(table[fork].holder == philosopher);
    table[fork].holder = -1;
    pthread_mutex_unlock(&table[fork].lock);
}

static void *dine(void *arg) {
    int me = *(const int *)arg;
    int first = me, second = (me + 1) % N;
#ifdef FIXED
    if (me == N - 1) {
        first = 0;
        second = me;
    }
#endif
    take(first, me);
    take(second, me);
    meals[me]++;
    put_back(second, me);
    put_back(first, me);
    return NULL;
}

int main(void) {
    pthread_t thread[N];
    int id[N];
    for (int i = 0; i < N; i++) {
        pthread_mutex_init(&table[i].lock, NULL);
        table[i].holder = -1;
        id[i] = i;
    }
    for (int i = 0; i < N; i++)
        pthread_create(&thread[i], NULL, dine, &id[i]);
    for (int i = 0; i < N; i++) {
        pthread_join(thread[i], NULL);
        assert(meals[i] == 1);
    }
    printf("%d philosophers have eaten\n", N);
    return 0;
}
