// SPDX-License-Identifier: Apache-2.0
// Two writers and a reader wait for a writer.
#include "orders.h"

static pthread_rwlock_t lock = PTHREAD_RWLOCK_INITIALIZER;

static void prepare(void) { pthread_rwlock_wrlock(&lock); }
static void begin(void) { pthread_rwlock_unlock(&lock); }
static void pass_on(void) { pthread_rwlock_unlock(&lock); }

static void get(long me) {
    if (me == 3)
        pthread_rwlock_rdlock(&lock);
    else
        pthread_rwlock_wrlock(&lock);
}
