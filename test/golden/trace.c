// SPDX-License-Identifier: Apache-2.0
// Beside trace.json, a counterexample that was saved once and must be replayed by every version that reads its format.
#include <assert.h>
#include <pthread.h>

extern unsigned char __VERIFIER_nondet_uchar(void);
static int total;
static int table[4];

static void add(int amount) {
    int before = total;
    table[amount & 3]++;
    total = before + amount;
}

static void *worker(void *arg) {
    int n = __VERIFIER_nondet_uchar();
    add(n);
    return arg;
}

int main(void) {
    pthread_t t;
    pthread_create(&t, NULL, worker, NULL);
    add(STEP);
    pthread_join(t, NULL);
    assert(total >= STEP);
    return 0;
}
