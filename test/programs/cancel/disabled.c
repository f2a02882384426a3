// SPDX-License-Identifier: Apache-2.0
// expect: holds
// A request that comes while cancellation is disabled is acted upon later, and not in the middle of the work.
#include <assert.h>
#include <pthread.h>

static int begun, done;

static void *worker(void *arg) {
    int old;
    pthread_setcancelstate(PTHREAD_CANCEL_DISABLE, &old);
    begun = 1;
    pthread_testcancel();
    done = 1;
    pthread_setcancelstate(old, NULL);
    pthread_testcancel();
    return arg;
}

int main(void) {
    pthread_t t;
    void *result;
    pthread_create(&t, NULL, worker, NULL);
    pthread_cancel(t);
    pthread_join(t, &result);
    assert(begun == done && done == 1);
    assert(result == NULL || result == PTHREAD_CANCELED);
    return 0;
}
