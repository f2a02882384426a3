// SPDX-License-Identifier: Apache-2.0
// expect: violated assertion line 26
// A harness: main starts any number of workers, and goes on itself.
#include <assert.h>
#include <heddle.h>
#include <pthread.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int jobs = 2, done;

static void *work(void *arg) {
    pthread_mutex_lock(&lock);
    if (jobs > 0) {
        jobs--;
        done++;
    }
    pthread_mutex_unlock(&lock);
    return arg;
}

int main(void) {
    heddle_any_threads(work, NULL);
    pthread_mutex_lock(&lock);
    int left = jobs, ended = done;
    pthread_mutex_unlock(&lock);
    assert(left + ended == 2 && ended < 2);
    return 0;
}
