// SPDX-License-Identifier: Apache-2.0
// expect: holds
// message: ^no run starts a thread with logger$
// message: ^no run reaches the assertion at empty/thread-never-started\.c:12$
// no-message: reaches the end
// An option that nobody sets: half of the program was not there.
#include <assert.h>
#include <pthread.h>
static int verbose, n;

static void *logger(void *arg) {
    assert(n >= 0);
    return arg;
}
static void *worker(void *arg) {
    n++;
    return arg;
}

int main(void) {
    pthread_t t, log;
    if (verbose)
        pthread_create(&log, NULL, logger, NULL);
    pthread_create(&t, NULL, worker, NULL);
    pthread_join(t, NULL);
    assert(n == 1 || n == 2);
    return 0;
}
