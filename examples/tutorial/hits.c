// SPDX-License-Identifier: Apache-2.0
// A lost update: two threads count, and a hit is missing in the end.
#include <assert.h>
#include <pthread.h>

#ifdef FIXED
static _Atomic int hits;
#else
static int hits;
#endif

static void *visitor(void *arg) {
    (void)arg;
    hits++; // reads, adds, writes
    return NULL;
}

int main(void) {
    pthread_t visitors[2];
    for (int i = 0; i < 2; i++)
        pthread_create(&visitors[i], NULL, visitor, NULL);
    for (int i = 0; i < 2; i++)
        pthread_join(visitors[i], NULL);
    assert(hits == 2);
    return 0;
}
