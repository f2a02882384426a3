// SPDX-License-Identifier: Apache-2.0
// expect: unknown "a handler of SIGALRM while a timer runs"
// All wait, but the alarm is still to come, and its handler lets the thread go on: no deadlock.
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
    pthread_create(&t, NULL, waiter, NULL);
    alarm(1);
    pthread_join(t, NULL);
    return 0;
}
