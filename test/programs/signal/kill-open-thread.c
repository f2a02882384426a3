// SPDX-License-Identifier: Apache-2.0
// expect: unknown "a signal to the program that the first thread blocks"
// The first thread blocks the signal, but the other one does not: it takes the signal and brings the news.
#include <pthread.h>
#include <semaphore.h>
#include <signal.h>
#include <unistd.h>

static sem_t news, over;

static void handler(int sig) {
    (void)sig;
    sem_post(&news);
}

static void *open_thread(void *arg) {
    sem_wait(&over);
    return arg;
}

int main(void) {
    pthread_t t;
    sigset_t set;
    sigemptyset(&set);
    sigaddset(&set, SIGUSR1);
    signal(SIGUSR1, handler);
    sem_init(&news, 0, 0);
    sem_init(&over, 0, 0);
    pthread_create(&t, NULL, open_thread, NULL);
    pthread_sigmask(SIG_BLOCK, &set, NULL);
    kill(getpid(), SIGUSR1);
    sem_wait(&news);
    sem_post(&over);
    pthread_join(t, NULL);
    return 0;
}
