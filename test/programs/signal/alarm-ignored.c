// SPDX-License-Identifier: Apache-2.0
// expect: violated deadlock
// Nobody looks at the signal.
#include <pthread.h>
#include <semaphore.h>
#include <signal.h>
#include <unistd.h>

static sem_t news;

static void *waiter(void *arg) {
    sem_wait(&news);
    return arg;
}

int main(void) {
    pthread_t t;
    sem_init(&news, 0, 0);
    signal(SIGALRM, SIG_IGN);
    alarm(1);
    pthread_create(&t, NULL, waiter, NULL);
    pthread_join(t, NULL);
    return 0;
}
