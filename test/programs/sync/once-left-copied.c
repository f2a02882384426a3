// SPDX-License-Identifier: Apache-2.0
// expect: holds
// A routine is left by the cancellation of its thread: the flag has its first value again, and so have copies of it. Others
// that wait meanwhile run the routine.
#include <assert.h>
#include <pthread.h>
#include <string.h>

static pthread_once_t flag = PTHREAD_ONCE_INIT;
static const pthread_once_t first = PTHREAD_ONCE_INIT;
static int times;

static void routine(void) {
    times++;
    pthread_testcancel();
}
static void *runs(void *arg) {
    pthread_once(&flag, routine);
    return arg;
}

int main(void) {
    pthread_t t;
    void *result;
    pthread_create(&t, NULL, runs, NULL);
    pthread_cancel(t);
    pthread_join(t, &result);
    if (result == PTHREAD_CANCELED) {
        assert(memcmp(&flag, &first, sizeof flag) == 0);
        int before = times;
        pthread_once_t copy = flag;
        pthread_once(&copy, routine);
        assert(times == before + 1);
        pthread_once(&flag, routine);
        assert(times == before + 2);
    }
    int before = times;
    pthread_once(&flag, routine);
    assert(times == before);
    return 0;
}
