// SPDX-License-Identifier: Apache-2.0
// Two threads lock the same mutex again and again.
// check: violated liveness: --ltl '[] (wants[0] -> <> inside[0])'
//     Only one of them ever runs.
// check: violated liveness: --ltl '[] (wants[0] -> <> inside[0])' --weak-fairness
//     Whenever the mutex is free, the other thread takes it again: main can go on again and again, but not
//     all the time.
// check: holds under strong fairness: --ltl '[] (wants[0] -> <> inside[0])' --strong-fairness
//     The mutex is free again and again, so main can go on again and again, and then it does.
// check: violated liveness: --ltl '[] !(wants[0] && inside[1])' --strong-fairness
//     What breaks in a state breaks with every fairness.
// check: holds under weak fairness: --ltl '[] !(inside[0] && inside[1])' --weak-fairness
//     What holds of all runs holds of the fair ones.
// check: violated liveness: --property starvation
//     One thread waits for the mutex for ever, since it is never free for long.
// check: holds under strong fairness: --property starvation --strong-fairness
//     Both get the mutex again and again.
#include <pthread.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int wants[2], inside[2];

static void *run(void *arg) {
    int me = arg != NULL;
    for (;;) {
        wants[me] = 1;
        pthread_mutex_lock(&lock);
        inside[me] = 1;
        inside[me] = 0;
        wants[me] = 0;
        pthread_mutex_unlock(&lock);
    }
    return NULL;
}

int main(void) {
    pthread_t t;
    pthread_create(&t, NULL, run, &t);
    run(NULL);
    return 0;
}
