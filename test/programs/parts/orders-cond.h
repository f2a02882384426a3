// SPDX-License-Identifier: Apache-2.0
// The threads begin to wait in the order of their numbers; a broadcast wakes them.
#include "orders.h"

void __VERIFIER_assume(int condition);

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t cond = PTHREAD_COND_INITIALIZER;
static int waiting;

static void prepare(void) {}

static void get(long me) {
    pthread_mutex_lock(&lock);
    __VERIFIER_assume(waiting == me - 1);
    waiting++;
    pthread_cond_wait(&cond, &lock);
}

static void pass_on(void) { pthread_mutex_unlock(&lock); }

static void begin(void) {
    pthread_mutex_lock(&lock);
    __VERIFIER_assume(waiting == 3);
    pthread_cond_broadcast(&cond);
    pthread_mutex_unlock(&lock);
}
