// SPDX-License-Identifier: Apache-2.0
// expect: violated assertion line 18
// options: --any-number work
// A ticket lock with two bits for the tickets: the fifth thread has the number of the first.
#include <assert.h>
#include <stdatomic.h>

static _Atomic unsigned next, serving;
static atomic_int inside;

void *work(void *arg) {
    unsigned mine = next, seen;
    do
        seen = mine;
    while (!atomic_compare_exchange_strong(&next, &mine, (seen + 1) % 4));
    while (serving != seen)
        ;
    assert(atomic_fetch_add(&inside, 1) == 0);
    atomic_fetch_sub(&inside, 1);
    serving = (seen + 1) % 4;
    return arg;
}

int main(void) { return 0; }
