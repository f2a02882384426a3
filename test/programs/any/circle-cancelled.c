// SPDX-License-Identifier: Apache-2.0
// expect: unknown "a signal or a cancellation may end that"
// levels: -O0
// options: --any-number work
// Two locks in two orders, in a program that can cancel threads anywhere.
#include <pthread.h>

static pthread_mutex_t a = PTHREAD_MUTEX_INITIALIZER, b = PTHREAD_MUTEX_INITIALIZER;
static int is_first = 1;

void *work(void *arg) {
    pthread_setcanceltype(PTHREAD_CANCEL_ASYNCHRONOUS, NULL);
    pthread_mutex_lock(&a);
    is_first = !is_first;
    pthread_mutex_t *one = is_first ? &a : &b;
    pthread_mutex_unlock(&a);
    pthread_mutex_lock(one);
    pthread_mutex_lock(one == &a ? &b : &a);
    pthread_mutex_unlock(&a);
    pthread_mutex_unlock(&b);
    if (is_first > 1)
        pthread_cancel(pthread_self());
    return arg;
}

int main(void) { return 0; }
