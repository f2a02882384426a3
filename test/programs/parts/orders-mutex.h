// SPDX-License-Identifier: Apache-2.0
// A mutex goes from hand to hand.
#include "orders.h"

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

static void prepare(void) { pthread_mutex_lock(&lock); }
static void begin(void) { pthread_mutex_unlock(&lock); }
static void pass_on(void) { pthread_mutex_unlock(&lock); }

static void get(long me) {
    (void)me;
    pthread_mutex_lock(&lock);
}
