// SPDX-License-Identifier: Apache-2.0
// expect: unknown "what pthread_create gives"
// options: --nondet-range 0..3
// A thread is told who it is: a name.
#include <assert.h>
#include <heddle.h>
#include <pthread.h>

static pthread_t last;

static void *work(void *arg) {
    assert(!pthread_equal(last, pthread_self()));
    return arg;
}

int main(void) {
    pthread_create(&last, NULL, work, NULL);
    heddle_any_threads(work, NULL);
    pthread_exit(NULL);
}
