// SPDX-License-Identifier: Apache-2.0
// expect: violated assertion line 19
// A wait that is over leaves the queue before it has the mutex again: the signal finds nobody, and who signals may lock twice
// meanwhile. So it does natively.
#include <assert.h>
#include <pthread.h>
#include <time.h>
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t c = PTHREAD_COND_INITIALIZER;
static int x;
static void *waits(void *arg) {
    struct timespec t = {0, 0};
    int r = 0;
    pthread_mutex_lock(&m);
    if (x == 0)
        r = pthread_cond_timedwait(&c, &m, &t);
    int v = x;
    pthread_mutex_unlock(&m);
    assert(!(r != 0 && v == 2));
    return arg;
}
static void *sets(void *arg) {
    pthread_mutex_lock(&m);
    x = 1;
    pthread_mutex_unlock(&m);
    pthread_cond_signal(&c);
    pthread_mutex_lock(&m);
    x = 2;
    pthread_mutex_unlock(&m);
    return arg;
}
int main(void) {
    pthread_t a, b;
    pthread_create(&a, NULL, waits, NULL);
    pthread_create(&b, NULL, sets, NULL);
    pthread_join(a, NULL);
    pthread_join(b, NULL);
}
