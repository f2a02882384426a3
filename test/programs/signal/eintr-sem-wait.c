// SPDX-License-Identifier: Apache-2.0
// expect: violated assertion line 27
// A handler without SA_RESTART makes the wait fail.
#include <assert.h>
#include <errno.h>
#include <pthread.h>
#include <semaphore.h>
#include <signal.h>
#include <unistd.h>

static sem_t news;

static void handler(int sig) { (void)sig; }

static void *poster(void *arg) {
    sem_post(&news);
    return arg;
}

int main(void) {
    pthread_t t;
    struct sigaction action = {.sa_handler = handler};
    sem_init(&news, 0, 0);
    sigaction(SIGALRM, &action, NULL);
    alarm(1);
    pthread_create(&t, NULL, poster, NULL);
    assert(sem_wait(&news) == 0);
    return 0;
}
