// SPDX-License-Identifier: Apache-2.0
// expect: violated deadlock
// The alarm was taken back.
#include <pthread.h>
#include <semaphore.h>
#include <signal.h>
#include <unistd.h>

static sem_t news;

static void handler(int sig) {
    (void)sig;
    sem_post(&news);
}

static void *waiter(void *arg) {
    sem_wait(&news);
    return arg;
}

int main(void) {
    pthread_t t;
    sem_init(&news, 0, 0);
    signal(SIGALRM, handler);
    alarm(1);
    alarm(0);
    pthread_create(&t, NULL, waiter, NULL);
    pthread_join(t, NULL);
    return 0;
}
