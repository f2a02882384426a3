// SPDX-License-Identifier: Apache-2.0
// expect: violated deadlock
// Only who has seen the flag while it was set takes a lock twice.
#include <pthread.h>
#include <sched.h>
#include <stdatomic.h>

static atomic_int flag;
static pthread_mutex_t a = PTHREAD_MUTEX_INITIALIZER;

static void *spin(void *arg) {
    do
        sched_yield();
    while (!flag);
    pthread_mutex_lock(&a);
    pthread_mutex_lock(&a);
    return arg;
}

int main(void) {
    pthread_t t;
    pthread_create(&t, NULL, spin, NULL);
    flag = 1;
    flag = 0;
    pthread_join(t, NULL);
}
