// SPDX-License-Identifier: Apache-2.0
// expect: violated assertion
// A deposit without the lock loses a transfer, if there is one.
#include <assert.h>
#include <pthread.h>

unsigned __VERIFIER_nondet_uint(void);
void __VERIFIER_assume(int);
static unsigned balance[3];
static pthread_mutex_t m[3] = {PTHREAD_MUTEX_INITIALIZER, PTHREAD_MUTEX_INITIALIZER,
                               PTHREAD_MUTEX_INITIALIZER};

static void transfer(int from, int to, unsigned amount) {
    int first = from < to ? from : to, second = from < to ? to : from;
    pthread_mutex_lock(&m[first]);
    pthread_mutex_lock(&m[second]);
    if (balance[from] >= amount) {
        balance[from] -= amount;
        balance[to] += amount;
    }
    pthread_mutex_unlock(&m[second]);
    pthread_mutex_unlock(&m[first]);
}

static void *clerk(void *arg) {
    transfer(0, 1, *(unsigned *)arg);
    transfer(1, 2, *(unsigned *)arg);
    return 0;
}

static void *other(void *arg) {
    unsigned before = balance[1];
    if (*(unsigned *)arg == 7)
        balance[1] = before;
    return 0;
}

int main(void) {
    pthread_t t[2];
    unsigned amount[2] = {__VERIFIER_nondet_uint(), __VERIFIER_nondet_uint()}, total = 0;
    for (int i = 0; i < 3; i++) {
        balance[i] = __VERIFIER_nondet_uint();
        __VERIFIER_assume(balance[i] < 1000);
        total += balance[i];
    }
    pthread_create(&t[0], NULL, clerk, &amount[0]);
    pthread_create(&t[1], NULL, other, &amount[1]);
    for (int i = 0; i < 2; i++)
        pthread_join(t[i], NULL);
    assert(balance[0] + balance[1] + balance[2] == total);
    for (int i = 0; i < 3; i++)
        assert(balance[i] < 3000);
}
