// SPDX-License-Identifier: Apache-2.0
// expect: violated deadlock line 13
// options: --any-number work
// Who waits inside of an atomic section waits for ever, however many others there are.
#include <heddle.h>
#include <pthread.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

void *work(void *arg) {
    pthread_mutex_lock(&lock);
    heddle_atomic_begin();
    pthread_mutex_lock(&lock);
    heddle_atomic_end();
    return arg;
}

int main(void) { return 0; }
