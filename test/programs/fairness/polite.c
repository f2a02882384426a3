// SPDX-License-Identifier: Apache-2.0
// Two threads that each need both mutexes, and give theirs back when they do not get the other one.
// check: violated liveness: --property livelock
//     Both take one mutex, both do not get the other one, both give theirs back, and so on.
// check: violated liveness: --property livelock --strong-fairness
//     Both go on all the time, so no fairness helps.
// check: violated liveness: --property termination
//     The same is a run without an end.
#include <pthread.h>

static pthread_mutex_t locks[2] = {PTHREAD_MUTEX_INITIALIZER, PTHREAD_MUTEX_INITIALIZER};

static void *run(void *arg) {
    int first = arg != NULL;
    for (;;) {
        pthread_mutex_lock(&locks[first]);
        if (pthread_mutex_trylock(&locks[!first]) == 0)
            break;
        pthread_mutex_unlock(&locks[first]);
    }
    pthread_mutex_unlock(&locks[0]);
    pthread_mutex_unlock(&locks[1]);
    return NULL;
}

int main(void) {
    pthread_t t;
    pthread_create(&t, NULL, run, &t);
    run(NULL);
    pthread_join(t, NULL);
    return 0;
}
