// SPDX-License-Identifier: Apache-2.0
// expect: holds
// Detached threads, by pthread_detach and by attribute; main waits with pthread_exit.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

static atomic_int done;

static void *work(void *arg) {
    int n = atomic_fetch_add(&done, 1);
    assert(n == 0 || n == 1);
    return arg;
}

int main(void) {
    pthread_t a, b;
    pthread_attr_t attr;
    pthread_create(&a, NULL, work, NULL);
    assert(pthread_detach(a) == 0);
    pthread_attr_init(&attr);
    pthread_attr_setdetachstate(&attr, PTHREAD_CREATE_DETACHED);
    pthread_create(&b, &attr, work, NULL);
    pthread_attr_destroy(&attr);
    pthread_exit(NULL);
}
