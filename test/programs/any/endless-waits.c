// SPDX-License-Identifier: Apache-2.0
// expect: violated deadlock line 19
// Threads without end are counted only if a short search finds nothing: main waits for what nobody will do.
#include <heddle.h>
#include <pthread.h>
#include <semaphore.h>

static sem_t done;

static void *work(void *arg) { return arg; }

int main(void) {
    sem_init(&done, 0, 0);
    while (heddle_choose(2)) {
        pthread_t thread;
        pthread_create(&thread, NULL, work, NULL);
        pthread_detach(thread);
    }
    sem_wait(&done);
}
