// SPDX-License-Identifier: Apache-2.0
// expect: holds under sequential consistency
// A barrier from an atomic counter: nobody passes before all have arrived.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

static atomic_int arrived;
static volatile int done[2];

static void *work(void *arg) {
    int me = *(int *)arg;
    done[me] = 1;
    atomic_fetch_add(&arrived, 1);
    while (arrived < 2)
        ;
    assert(done[0] && done[1]);
    return NULL;
}

int main(void) {
    static int id[2] = {0, 1};
    pthread_t a, b;
    pthread_create(&a, NULL, work, &id[0]);
    pthread_create(&b, NULL, work, &id[1]);
    pthread_join(a, NULL);
    pthread_join(b, NULL);
    return 0;
}
