// SPDX-License-Identifier: Apache-2.0
// expect: holds
// no-none: more than a hundred million states there
// Threads with many accesses to words of their own in one large array, and one word that two of them share in the end:
// one of the two comes last.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

enum { WORDS = 6, THREADS = 3 };
static atomic_int words[THREADS * WORDS + 600];
static atomic_int *const shared = &words[THREADS * WORDS + 7];

static void *work(void *arg) {
    atomic_int *mine = arg;
    for (int i = 0; i < WORDS; i++)
        atomic_fetch_add(mine + i, 1);
    if (mine == words + WORDS)
        atomic_store(shared, 1);
    if (mine == words + 2 * WORDS)
        atomic_store(shared, 2);
    for (int i = 0; i < WORDS; i++)
        atomic_fetch_add(mine + i, 1);
    return 0;
}

int main(void) {
    pthread_t t[THREADS];
    for (int i = 0; i < THREADS; i++)
        pthread_create(&t[i], 0, work, words + i * WORDS);
    for (int i = 0; i < THREADS; i++)
        pthread_join(t[i], 0);
    for (int i = 0; i < THREADS * WORDS; i++)
        assert(words[i] == 2);
    assert(*shared == 1 || *shared == 2);
    return 0;
}
