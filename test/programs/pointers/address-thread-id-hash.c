// SPDX-License-Identifier: Apache-2.0
// expect: holds for one layout of memory
// Threads count in slots chosen by their ids, with a second look where two have the same one.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stddef.h>

#define SLOTS 4
static _Atomic unsigned long owners[SLOTS];
static int counts[SLOTS];

static int slot(void) {
    unsigned long me = (unsigned long)pthread_self();
    for (unsigned i = me * 2654435761u >> 7;; i++) {
        unsigned long none = 0;
        if (atomic_compare_exchange_strong(&owners[i % SLOTS], &none, me) || none == me)
            return i % SLOTS;
    }
}

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
        assert(counts[i] == 0 || counts[i] == 2);
        used += counts[i] / 2;
    }
    assert(used == 3);
    return 0;
}
