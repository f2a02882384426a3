// SPDX-License-Identifier: Apache-2.0
// expect: violated out-of-bounds
// An unknown index can be one too large.
#include <assert.h>
#include <pthread.h>

unsigned __VERIFIER_nondet_uint(void);
static int marks[8];
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;

static void *mark(void *arg) {
    unsigned at = __VERIFIER_nondet_uint();
    if (at >= 9)
        return arg;
    pthread_mutex_lock(&m);
    marks[at]++;
    pthread_mutex_unlock(&m);
    return arg;
}

int main(void) {
    pthread_t t;
    pthread_create(&t, NULL, mark, NULL);
    mark(NULL);
    pthread_join(t, NULL);
    unsigned at = __VERIFIER_nondet_uint() % 8;
    assert(marks[at] >= 0 && marks[at] <= 2);
}
