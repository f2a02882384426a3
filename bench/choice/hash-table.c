// SPDX-License-Identifier: Apache-2.0
// Threads insert numbers into a hash table; few of them meet at a slot. (Flanagan, Godefroid:
// Dynamic partial-order reduction for model checking software, POPL 2005, "Indexer".)
#include <pthread.h>
#include <stdatomic.h>
#include <assert.h>
enum { SIZE = 128, MAX = 4 };
#ifndef N
#define N 13
#endif
static atomic_int table[SIZE];
static void *work(void *arg) {
    long tid = (long)arg;
    for (int m = 1; m <= MAX; m++) {
        int w = m * 11 + (int)tid, h = (w * 7) % SIZE;
        for (;;) {
            int expected = 0;
            if (atomic_compare_exchange_strong(&table[h], &expected, w))
                break;
            h = (h + 1) % SIZE;
        }
    }
    return 0;
}
int main(void) {
    pthread_t t[N];
    for (long i = 0; i < N; i++)
        pthread_create(&t[i], 0, work, (void *)i);
    for (int i = 0; i < N; i++)
        pthread_join(t[i], 0);
    return 0;
}
