// SPDX-License-Identifier: Apache-2.0
// expect: violated assertion
// A lock that is taken by an exchange: while it is held, others write what is already there, which counts as reading. But who
// releases it writes, and then the exchange does too. The lock is released too early.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

static atomic_int lock;
static atomic_int inside;

static void *work(void *arg) {
    while (atomic_exchange(&lock, 1))
        ;
    int n = ++inside;
    lock = 0;
    assert(n == 1);
    inside--;
    return arg;
}

int main(void) {
    pthread_t t[2];
    for (int i = 0; i < 2; i++)
        pthread_create(&t[i], NULL, work, NULL);
    for (int i = 0; i < 2; i++)
        pthread_join(t[i], NULL);
}
