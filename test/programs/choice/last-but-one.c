// SPDX-License-Identifier: Apache-2.0
// expect: violated mutex-misuse line 23
// The lock is destroyed while its last user holds it. Where that thread ends first, main is alone, and nobody is told
// that it looks at the lock.
#include <pthread.h>
#include <sched.h>
#include <stdatomic.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static atomic_int is_done;

static void *work(void *arg) {
    pthread_mutex_lock(&lock);
    is_done = 1;
    pthread_mutex_unlock(&lock);
    return arg;
}

int main(void) {
    pthread_t a;
    pthread_create(&a, NULL, work, NULL);
    if (is_done)
        pthread_mutex_destroy(&lock);
    sched_yield();
    pthread_join(a, NULL);
}
