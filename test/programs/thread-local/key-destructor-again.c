// SPDX-License-Identifier: Apache-2.0
// expect: holds
// A destructor that sets its value again is called PTHREAD_DESTRUCTOR_ITERATIONS times.
#include <assert.h>
#include <limits.h>
#include <pthread.h>

static pthread_key_t key, once_more;
static int calls, more_calls;

static void again(void *value) {
    calls++;
    pthread_setspecific(key, value);
}
static void second(void *value) {
    more_calls++;
    if (more_calls == 1)
        pthread_setspecific(once_more, value);
}
static void *work(void *arg) {
    pthread_setspecific(key, &calls);
    pthread_setspecific(once_more, &calls);
    return arg;
}

int main(void) {
    pthread_t a;
    pthread_key_create(&key, again);
    pthread_key_create(&once_more, second);
    pthread_create(&a, NULL, work, NULL);
    pthread_join(a, NULL);
    assert(calls == PTHREAD_DESTRUCTOR_ITERATIONS && more_calls == 2);
    return 0;
}
