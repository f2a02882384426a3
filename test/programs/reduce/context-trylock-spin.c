// SPDX-License-Identifier: Apache-2.0
// expect: violated assertion line 20
// options: --context-bound 0
// A loop that tries a mutex until it gets it only looks at it as long as another thread has it.
#include <assert.h>
#include <errno.h>
#include <pthread.h>
#include <unistd.h>

static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static int value;

static void *trier(void *arg) {
    while (pthread_mutex_trylock(&m) == EBUSY)
        ;
    int seen = value;
    pthread_mutex_unlock(&m);
    // The value that main has set after it slept: this thread waited, main went on, and then it went on itself.
    if (seen == 2)
        assert(!arg);
    return arg;
}

int main(void) {
    pthread_t t;
    pthread_mutex_lock(&m);
    value = 1;
    pthread_create(&t, NULL, trier, &value);
    usleep(1);
    value = 2;
    pthread_mutex_unlock(&m);
    pthread_join(t, NULL);
    return 0;
}
