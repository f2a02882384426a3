// SPDX-License-Identifier: Apache-2.0
// expect: violated data-race
// options: --property race
// levels: -O0
// message: (of [48] bytes in pthread_mutex_(lock|unlock) while|same memory in pthread_mutex_(lock|unlock) \()
// A mutex is initialised when it is in use already. The calls are named; none of their accesses is called atomic.
#include <pthread.h>
#include <string.h>

static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;

static void *locks(void *arg) {
    pthread_mutex_lock(&m);
    pthread_mutex_unlock(&m);
    return arg;
}

int main(void) {
    pthread_t t;
    pthread_create(&t, 0, locks, 0);
    memset(&m, 0, sizeof m);
    pthread_join(t, 0);
    return 0;
}
