// SPDX-License-Identifier: Apache-2.0
// expect: holds
// The routine runs once, and has run when pthread_once returns.
#include <assert.h>
#include <pthread.h>

static pthread_once_t once = PTHREAD_ONCE_INIT;
static int runs, value;

static void init(void) {
    runs++;
    value = 42;
}
static void *work(void *arg) {
    assert(pthread_once(&once, init) == 0);
    assert(value == 42);
    return arg;
}

int main(void) {
    pthread_t a, b;
    pthread_create(&a, NULL, work, NULL);
    pthread_create(&b, NULL, work, NULL);
    work(NULL);
    pthread_join(a, NULL);
    pthread_join(b, NULL);
    assert(runs == 1);
    return 0;
}
