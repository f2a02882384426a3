// SPDX-License-Identifier: Apache-2.0
// expect: holds for any number of threads, but for deadlocks that are no circles of waits for locks
// options: --any-number work
// A ticket lock with four tickets: who finds them all given out waits for one. What is next and who is served are one
// number, so that nobody takes a ticket by what was so long ago.
#include <assert.h>
#include <stdatomic.h>

typedef struct Tickets {
    unsigned char next, serving;
} Tickets;
static _Atomic Tickets tickets;
static int inside;

static unsigned char after(unsigned char n) { return (n + 1) % 4; }

static unsigned char take_ticket(void) {
    for (;;) {
        Tickets t = tickets;
        if (after(t.next) != t.serving &&
            atomic_compare_exchange_strong(&tickets, &t, ((Tickets){after(t.next), t.serving})))
            return t.next;
    }
}

static void give_on(void) {
    Tickets t = tickets;
    while (!atomic_compare_exchange_strong(&tickets, &t, ((Tickets){t.next, after(t.serving)})))
        ;
}

void *work(void *arg) {
    unsigned char mine = take_ticket();
    for (Tickets t = tickets; t.serving != mine;)
        t = tickets;
    inside++;
    assert(inside == 1);
    inside--;
    give_on();
    return arg;
}

int main(void) { return 0; }
