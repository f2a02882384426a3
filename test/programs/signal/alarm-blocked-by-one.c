// SPDX-License-Identifier: Apache-2.0
// expect: unknown "a handler of SIGALRM while a timer runs"
// The first thread blocks the signal after it has created the other one, which does not.
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
    sigset_t alarms;
    sigemptyset(&alarms);
    sigaddset(&alarms, SIGALRM);
    sem_init(&news, 0, 0);
    signal(SIGALRM, handler);
    pthread_create(&t, NULL, waiter, NULL);
    pthread_sigmask(SIG_BLOCK, &alarms, NULL);
    alarm(1);
    pthread_join(t, NULL);
    return 0;
}
