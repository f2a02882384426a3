// SPDX-License-Identifier: Apache-2.0
// expect: violated assertion
// Threads count in slots chosen by their ids, and two may have the same one.
#include <assert.h>
#include <pthread.h>
#include <stddef.h>

#define SLOTS 1
static int counts[SLOTS];

static int slot(void) { return (unsigned long)pthread_self() / 7 % SLOTS; }

static void *count(void *arg) {
    (void)arg;
    counts[slot()]++;
    counts[slot()]++;
    return NULL;
}

int main(void) {
    pthread_t t[2];
    for (int i = 0; i < 2; i++)
        pthread_create(&t[i], NULL, count, NULL);
    count(NULL);
    for (int i = 0; i < 2; i++)
        pthread_join(t[i], NULL);
    int used = 0;
    for (int i = 0; i < SLOTS; i++) {
        assert(counts[i] % 2 == 0);
        used += counts[i] / 2;
    }
    assert(used == 3);
    return 0;
}
