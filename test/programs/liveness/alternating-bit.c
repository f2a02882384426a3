// SPDX-License-Identifier: Apache-2.0
// The alternating-bit protocol. Messages and acknowledgements, which have one place each on their way, can get lost, but
// not more than LOSSES times in a row; without LOSSES, as often as they like. The sender sends a message again until it is
// acknowledged; the receiver acknowledges whatever it gets, and delivers it if its bit is new.
//
// Messages are delivered again and again, as what is sent again and again arrives.
// check: holds: -DLOSSES=1 --weak-fairness --ltl '[]<> expected && []<> !expected'
// check: violated liveness: -DLOSSES=1 --ltl '[]<> expected && []<> !expected'
// check: holds: -DLOSSES=1 --weak-fairness --ltl '[] (sent != delivered -> <> sent == delivered)'
// If all may get lost, nothing need be delivered; but it is, if messages and acknowledgements arrive again and again.
// check: violated liveness: --strong-fairness --ltl '[]<> expected && []<> !expected'
// check: holds: --weak-fairness --ltl '([]<> message != NONE && []<> answer != NONE) -> ([]<> expected && []<> !expected)'
// Nothing is delivered that was not sent.
// check: holds: --ltl 'delivered == 0 W sent == 1'
// The receiver acknowledges new messages only: when an acknowledgement is lost, there is not a second one.
// check: violated liveness: -DLOSSES=1 -DNEW_ONLY --strong-fairness --ltl '[]<> expected && []<> !expected'
// The sender takes every acknowledgement for that of its message: it goes on while the receiver waits for what was lost.
// check: violated liveness: -DLOSSES=1 -DANY_ANSWER --strong-fairness --ltl '[] (sent != delivered -> <> sent == delivered)'
// The receiver looks again and again for a message that never arrives; if it acknowledges too little, it still gets some.
// check: violated liveness: --strong-fairness --property starvation
// check: holds under weak fairness: -DLOSSES=1 --property starvation
// check: holds under weak fairness: -DLOSSES=1 -DNEW_ONLY --property starvation
#include <heddle.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdbool.h>

enum { NONE = -1 };

static atomic_int message = NONE, answer = NONE; // bits on their way
static atomic_int sent, delivered;               // the numbers of the last ones, modulo 4
static atomic_int expected;                      // by the receiver

// What is sent takes the place of what was there.
static void send(atomic_int *place, int bit, int *lost) {
#ifdef LOSSES
    if (*lost < LOSSES && heddle_choose(2) == 0) {
        ++*lost;
        return;
    }
    *lost = 0;
#else
    (void)lost;
    if (heddle_choose(2) == 0)
        return;
#endif
    *place = bit;
}

static void *send_all(void *unused) {
    int lost = 0;
    for (int bit = 0;; bit = !bit) {
        sent = (sent + 1) % 4;
        for (;;) {
            send(&message, bit, &lost);
            int got = atomic_exchange(&answer, NONE);
#ifdef ANY_ANSWER
            if (got != NONE)
                break;
#else
            if (got == bit)
                break;
#endif
        }
    }
    return unused;
}

static void receive_all(void) {
    int lost = 0;
    for (;;) {
        int bit = atomic_exchange(&message, NONE);
        if (bit == NONE)
            continue;
        bool is_new = bit == expected;
        if (is_new) {
            delivered = (delivered + 1) % 4;
            expected = !bit;
        }
#ifdef NEW_ONLY
        if (!is_new)
            continue;
#endif
        send(&answer, bit, &lost);
    }
}

int main(void) {
    pthread_t sender;
    pthread_create(&sender, NULL, send_all, NULL);
    receive_all();
    return 0;
}
