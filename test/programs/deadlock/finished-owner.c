// SPDX-License-Identifier: Apache-2.0
// expect: violated deadlock
// A thread ends without giving its mutex back.
#include <pthread.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int done;

static void *keep(void *arg) {
    pthread_mutex_lock(&lock);
    done = 1;
    return arg;
}

int main(void) {
    pthread_t a;
    pthread_create(&a, NULL, keep, NULL);
    pthread_join(a, NULL);
    pthread_mutex_lock(&lock);
    pthread_mutex_unlock(&lock);
    return done;
}
