// SPDX-License-Identifier: Apache-2.0
// expect: holds
// Names of threads, and pthread_atfork, which has nothing to do.
#define _GNU_SOURCE
#include <assert.h>
#include <errno.h>
#include <pthread.h>
#include <string.h>

static void *work(void *arg) {
    char name[16];
    assert(pthread_getname_np(pthread_self(), name, sizeof name) == 0);
    assert(strcmp(name, "boss") == 0);
    assert(pthread_setname_np(pthread_self(), "worker") == 0);
    assert(pthread_getname_np(pthread_self(), name, sizeof name) == 0);
    assert(strcmp(name, "worker") == 0);
    return arg;
}

int main(void) {
    pthread_t a;
    char name[16];
    assert(pthread_atfork(NULL, NULL, NULL) == 0);
    assert(pthread_getname_np(pthread_self(), name, sizeof name) == 0);
    assert(pthread_setname_np(pthread_self(), "boss") == 0);
    assert(pthread_setname_np(pthread_self(), "0123456789abcdef") == ERANGE);
    assert(pthread_getname_np(pthread_self(), name, 15) == ERANGE);
    pthread_create(&a, NULL, work, NULL);
    pthread_join(a, NULL);
    assert(pthread_getname_np(pthread_self(), name, sizeof name) == 0);
    assert(strcmp(name, "boss") == 0);
    return 0;
}
