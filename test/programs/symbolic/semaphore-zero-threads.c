// SPDX-License-Identifier: Apache-2.0
// expect: violated deadlock
// A thread that begins with a wait for a semaphore of unknown count.
#include <pthread.h>
#include <semaphore.h>

unsigned __VERIFIER_nondet_uint(void);
static sem_t gate;

static void *thread(void *arg) {
    sem_wait(&gate);
    return arg;
}

int main(void) {
    pthread_t id;
    sem_init(&gate, 0, __VERIFIER_nondet_uint() & 1);
    pthread_create(&id, NULL, thread, NULL);
    pthread_join(id, NULL);
}
