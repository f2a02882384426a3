// SPDX-License-Identifier: Apache-2.0
// THREADS threads put COUNT numbers each into a hash table of SIZE places, with an exchange that compares.
#include <assert.h>
#include <pthread.h>

#ifndef THREADS
#define THREADS 13
#endif
#define SIZE 128
#define COUNT 4

static int table[SIZE];
static pthread_mutex_t locks[SIZE];

static int exchange(int at, int value) {
    int was_free = 0;
    pthread_mutex_lock(&locks[at]);
    if (table[at] == 0) {
        table[at] = value;
        was_free = 1;
    }
    pthread_mutex_unlock(&locks[at]);
    return was_free;
}

static void *put_all(void *arg) {
    int number = (int)(long)arg;
    for (int m = 1; m <= COUNT; m++) {
        int word = m * 11 + number, at = word * 7 % SIZE;
        assert(at >= 0);
        while (!exchange(at, word))
            at = (at + 1) % SIZE;
    }
    return arg;
}

int main(void) {
    pthread_t t[THREADS];
    for (int i = 0; i < SIZE; i++)
        pthread_mutex_init(&locks[i], 0);
    for (int i = 0; i < THREADS; i++)
        pthread_create(&t[i], 0, put_all, (void *)(long)i);
    for (int i = 0; i < THREADS; i++)
        pthread_join(t[i], 0);
    return 0;
}
