// SPDX-License-Identifier: Apache-2.0
// expect: violated assertion line 13
// A stranger is told EBUSY, as the owner of one that is not robust.
#include <assert.h>
#include <errno.h>
#include <pthread.h>
#include <stddef.h>

static pthread_mutex_t m;

static void *stranger(void *arg) {
    (void)arg;
    assert(pthread_mutex_trylock(&m) == EDEADLK);
    return NULL;
}

int main(void) {
    pthread_mutexattr_t attr;
    pthread_mutexattr_init(&attr);
    pthread_mutexattr_settype(&attr, PTHREAD_MUTEX_ERRORCHECK);
    pthread_mutexattr_setrobust(&attr, PTHREAD_MUTEX_ROBUST);
    pthread_mutex_init(&m, &attr);
    pthread_mutex_lock(&m);
    pthread_t t;
    pthread_create(&t, NULL, stranger, NULL);
    pthread_join(t, NULL);
    return 0;
}
