// SPDX-License-Identifier: Apache-2.0
// expect: holds
// pthread_self and pthread_equal.
#include <assert.h>
#include <pthread.h>

static pthread_t child;

static void *work(void *arg) {
    pthread_t *creator = arg;
    assert(!pthread_equal(pthread_self(), *creator));
    assert(pthread_equal(pthread_self(), pthread_self()));
    return NULL;
}

int main(void) {
    pthread_t me = pthread_self();
    pthread_create(&child, NULL, work, &me);
    assert(!pthread_equal(child, me));
    pthread_join(child, NULL);
    return 0;
}
