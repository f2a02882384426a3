// SPDX-License-Identifier: Apache-2.0
// Philosophers that get hungry again and again, and lock the forks beside them in a fixed order.
// check: violated liveness: --ltl '[] (hungry[0] -> <> eats[0])' --weak-fairness -DIN_ORDER=1
//     His neighbours take the forks in turns.
// check: holds under weak fairness: --ltl '[] <> (eats[0] || eats[1] || eats[2])' --weak-fairness -DIN_ORDER=1
//     Who has forks and none that others need can go on and does; somebody has, since there is an order.
// check: holds under strong fairness: --ltl '[] (hungry[0] -> <> eats[0])' --strong-fairness -DIN_ORDER=1
//     Each fork is free again and again: its last in the order first, then those before it.
// check: violated liveness: --ltl '[] (hungry[0] -> <> eats[0])' --no-property deadlock --strong-fairness -DIN_ORDER=0
//     Each has the left fork and waits for the right one. The run ends there, hungry.
#include <pthread.h>

static pthread_mutex_t forks[3] = {PTHREAD_MUTEX_INITIALIZER, PTHREAD_MUTEX_INITIALIZER, PTHREAD_MUTEX_INITIALIZER};
static int hungry[3], eats[3];

static void *philosopher(void *arg) {
    int me = (int)((int *)arg - hungry), left = me, right = (me + 1) % 3;
    if (IN_ORDER && right < left) {
        left = right;
        right = me;
    }
    for (;;) {
        hungry[me] = 1;
        pthread_mutex_lock(&forks[left]);
        pthread_mutex_lock(&forks[right]);
        hungry[me] = 0;
        eats[me] = 1;
        eats[me] = 0;
        pthread_mutex_unlock(&forks[right]);
        pthread_mutex_unlock(&forks[left]);
    }
    return NULL;
}

int main(void) {
    pthread_t t[2];
    for (int i = 0; i < 2; i++)
        pthread_create(&t[i], NULL, philosopher, &hungry[i]);
    philosopher(&hungry[2]);
    return 0;
}
