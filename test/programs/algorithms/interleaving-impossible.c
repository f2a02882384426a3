// SPDX-License-Identifier: Apache-2.0
// expect: holds
// Program order is kept within each thread.
#include <assert.h>
#include <pthread.h>

static int log_;

static void *odd(void *arg) {
    __atomic_fetch_add(&log_, 1, __ATOMIC_SEQ_CST);
    __atomic_fetch_add(&log_, 100, __ATOMIC_SEQ_CST);
    return arg;
}

int main(void) {
    pthread_t a;
    pthread_create(&a, NULL, odd, NULL);
    int seen = __atomic_load_n(&log_, __ATOMIC_SEQ_CST);
    assert(seen == 0 || seen == 1 || seen == 101);
    pthread_join(a, NULL);
    return 0;
}
