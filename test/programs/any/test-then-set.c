// SPDX-License-Identifier: Apache-2.0
// expect: violated assertion line 15
// options: --any-number work
// The test and the set are two operations.
#include <assert.h>
#include <stdatomic.h>

static atomic_int held, inside;

void *work(void *arg) {
    while (held)
        ;
    held = 1;
    int before = atomic_fetch_add(&inside, 1);
    assert(before == 0);
    atomic_fetch_sub(&inside, 1);
    held = 0;
    return arg;
}

int main(void) { return 0; }
