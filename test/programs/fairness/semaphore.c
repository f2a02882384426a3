// SPDX-License-Identifier: Apache-2.0
// As hog, with a semaphore.
// check: violated liveness: --ltl '[] <> inside[0]' --weak-fairness
//     The other thread takes it again whenever it is free.
// check: holds under strong fairness: --ltl '[] <> inside[0]' --strong-fairness
//     It is free again and again.
#include <pthread.h>
#include <semaphore.h>

static sem_t lock;
static int inside[2];

static void *run(void *arg) {
    int me = arg != NULL;
    for (;;) {
        sem_wait(&lock);
        inside[me] = 1;
        inside[me] = 0;
        sem_post(&lock);
    }
    return NULL;
}

int main(void) {
    pthread_t t;
    sem_init(&lock, 0, 1);
    pthread_create(&t, NULL, run, &t);
    run(NULL);
    return 0;
}
