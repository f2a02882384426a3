// SPDX-License-Identifier: Apache-2.0
// expect: holds under sequential consistency
// options: --prp parts/unreach-call.prp
// A deadlock and a failing assertion are there, but only reach_error counts.
#include <assert.h>
#include <pthread.h>
extern void reach_error(void);

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static volatile int x;

static void *work(void *arg) {
    pthread_mutex_lock(&lock);
    x = 1;
    assert(x == 2);
    return arg;
}

int main(void) {
    pthread_t a;
    pthread_create(&a, NULL, work, NULL);
    pthread_mutex_lock(&lock);
    if (x > 1)
        reach_error();
    return 0;
}
