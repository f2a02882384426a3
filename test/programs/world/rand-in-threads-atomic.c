// SPDX-License-Identifier: Apache-2.0
// Exchanged, added and compared atomically: the comparison is a look.
// expect: holds with rand's own sequence
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>

static atomic_int sum, first;

static void *work(void *arg) {
    int mine = rand() & 0xff, none = 0;
    atomic_fetch_add(&sum, mine);
    atomic_compare_exchange_strong(&first, &none, mine + 1);
    return arg;
}

int main(void) {
    pthread_t t[2];
    for (int i = 0; i < 2; i++)
        pthread_create(&t[i], NULL, work, NULL);
    for (int i = 0; i < 2; i++)
        pthread_join(t[i], NULL);
    assert(sum >= first - 1);
    return 0;
}
