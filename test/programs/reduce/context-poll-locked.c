// SPDX-License-Identifier: Apache-2.0
// expect: violated assertion line 34
// options: --context-bound 0
// A thread that polls under a lock gives up the processor whenever it holds none.
#include <assert.h>
#include <pthread.h>
#include <stdbool.h>

static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static bool ready;

static bool is_ready(void) {
    pthread_mutex_lock(&m);
    bool now = ready;
    pthread_mutex_unlock(&m);
    return now;
}

static void *setter(void *arg) {
    pthread_mutex_lock(&m);
    ready = true;
    pthread_mutex_unlock(&m);
    return arg;
}

int main(void) {
    pthread_t t;
    bool was_ready = is_ready();
    pthread_create(&t, NULL, setter, NULL);
    while (!is_ready())
        ;
    pthread_join(t, NULL);
    // It is reached, and it does not hold.
    assert(was_ready);
    return 0;
}
