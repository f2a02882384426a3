// SPDX-License-Identifier: Apache-2.0
// expect: violated assertion line 20
// levels: -O0
// options: --any-number look --any-number ask
// What is known of one thread's value stays known while another one asks about its own.
#include <assert.h>
#include <stdatomic.h>

unsigned char __VERIFIER_nondet_uchar(void);
static const int table[8] = {0, 0, 0, 0, 0, 0, 0, 1};
static atomic_int once, stage, flag;

void *look(void *arg) {
    unsigned v = __VERIFIER_nondet_uchar() & 7;
    if (atomic_exchange(&once, 1) || v < 6)
        return arg;
    stage = 1;
    int x = table[v];
    if (flag)
        assert(!x);
    return arg;
}

void *ask(void *arg) {
    if (stage == 1 && __VERIFIER_nondet_uchar() > 3)
        flag = 1;
    return arg;
}

int main(void) { return 0; }
