// SPDX-License-Identifier: Apache-2.0
// expect: holds under sequential consistency
// The first thread is past its call of pthread_cancel and comes back to it with longjmp.
#include <pthread.h>
#include <setjmp.h>

static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static pthread_t locking;
static volatile int beat;

static void *locks(void *arg) {
    pthread_mutex_lock(&mutex);
    pthread_mutex_unlock(&mutex);
    return arg;
}
static void unlock(void *m) { pthread_mutex_unlock(m); }
static void *joins(void *arg) {
    pthread_mutex_lock(&mutex);
    pthread_cleanup_push(unlock, &mutex);
    pthread_join(locking, NULL);
    pthread_cleanup_pop(1);
    return arg;
}

static jmp_buf back;

int main(void) {
    pthread_t t;
    pthread_create(&locking, NULL, locks, NULL);
    pthread_create(&t, NULL, joins, NULL);
    if (setjmp(back)) {
        pthread_cancel(t);
        for (;;)
            beat = !beat;
    }
    beat = 1;
    longjmp(back, 1);
}
