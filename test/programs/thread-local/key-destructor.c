// SPDX-License-Identifier: Apache-2.0
// expect: holds
// Destructors have run when join returns; main has none to run; no value, no call.
#include <assert.h>
#include <pthread.h>
#include <stdlib.h>

static pthread_key_t key;
static int calls;

static void destroy(void *value) {
    assert(pthread_getspecific(key) == NULL);
    calls += *(int *)value;
    free(value);
}
static void *work(void *arg) {
    int *value = malloc(sizeof *value);
    *value = 5;
    pthread_setspecific(key, value);
    if (arg)
        pthread_exit(NULL);
    return arg;
}
static void *without(void *arg) { return arg; }

int main(void) {
    pthread_t a;
    int x = 100;
    pthread_key_create(&key, destroy);
    pthread_setspecific(key, &x);
    pthread_create(&a, NULL, work, NULL);
    pthread_join(a, NULL);
    assert(calls == 5);
    pthread_create(&a, NULL, work, &x);
    pthread_join(a, NULL);
    assert(calls == 10);
    pthread_create(&a, NULL, without, NULL);
    pthread_join(a, NULL);
    assert(calls == 10);
    return 0;
}
