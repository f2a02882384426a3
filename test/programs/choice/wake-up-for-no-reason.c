// SPDX-License-Identifier: Apache-2.0
// expect: violated deadlock
// Nobody signals. The thread that waits could go on for no reason, whatever the others do; but that must not be all that is tried
// while they run, or nobody sees that they end and it still waits.
#include <pthread.h>
#include <stdatomic.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t condition = PTHREAD_COND_INITIALIZER;
static atomic_int x;

static void *wait(void *arg) {
    pthread_mutex_lock(&lock);
    pthread_cond_wait(&condition, &lock);
    pthread_mutex_unlock(&lock);
    return arg;
}

static void *set(void *arg) {
    x = 1;
    return arg;
}

int main(void) {
    pthread_t waiter, setter;
    pthread_create(&waiter, NULL, wait, NULL);
    pthread_create(&setter, NULL, set, NULL);
    x = 2;
    pthread_join(waiter, NULL);
    return 0;
}
