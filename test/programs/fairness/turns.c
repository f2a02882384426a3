// SPDX-License-Identifier: Apache-2.0
// Two threads take turns.
// check: violated liveness: --ltl '[] <> turn == 0' -DROUNDS=9
//     Each can look for ever while it is the other one's turn.
// check: holds under weak fairness: --ltl '[] <> turn == 0 && [] <> turn == 1' --weak-fairness -DROUNDS=9
//     Both go on, so the turn passes for ever.
// check: violated liveness: --ltl '[] <> turn == 0' --strong-fairness -DROUNDS=2
//     One of them ends after two rounds. No fairness makes an ended thread go on.
// check: holds under weak fairness: --ltl '<> [] turn == 1' --weak-fairness -DROUNDS=2
//     One of them ends after two rounds, and then the turn stays where it is.
// check: holds under weak fairness: --property starvation -DROUNDS=9
//     Both have their turn again and again; to look while it is the other one's is no starvation.
// check: violated liveness: --property starvation -DROUNDS=2
//     When the other one has ended, main looks for ever.
#include <pthread.h>
#include <stdatomic.h>

static atomic_int turn;

static void *run(void *arg) {
    int me = arg != NULL;
    for (int i = 0; !me || i < ROUNDS; i += ROUNDS < 9) {
        while (turn != me)
            ;
        turn = !me;
    }
    return NULL;
}

int main(void) {
    pthread_t t;
    pthread_create(&t, NULL, run, &t);
    run(NULL);
    return 0;
}
