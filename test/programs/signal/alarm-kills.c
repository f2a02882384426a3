// SPDX-License-Identifier: Apache-2.0
// expect: violated deadlock
// A watchdog: all wait for ever, until the alarm ends the program.
#include <pthread.h>
#include <semaphore.h>
#include <unistd.h>

static sem_t never;

static void *waiter(void *arg) {
    sem_wait(&never);
    return arg;
}

int main(void) {
    pthread_t t;
    sem_init(&never, 0, 0);
    alarm(1);
    pthread_create(&t, NULL, waiter, NULL);
    pthread_join(t, NULL);
    return 0;
}
