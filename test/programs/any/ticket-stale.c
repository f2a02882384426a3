// SPDX-License-Identifier: Apache-2.0
// expect: violated assertion line 26
// options: --any-number work
// A ticket lock with four tickets: who finds them all given out waits for one. But the two numbers are looked at one
// after the other, and in between all tickets may be given out once.
#include <assert.h>
#include <stdatomic.h>

static _Atomic unsigned next, serving;
static int inside;

static unsigned take_ticket(void) {
    for (;;) {
        unsigned mine = next;
        if ((mine + 1) % 4 != serving &&
            atomic_compare_exchange_strong(&next, &mine, (mine + 1) % 4))
            return mine;
    }
}

void *work(void *arg) {
    unsigned mine = take_ticket();
    while (serving != mine)
        ;
    inside++;
    assert(inside == 1);
    inside--;
    serving = (mine + 1) % 4;
    return arg;
}

int main(void) { return 0; }
