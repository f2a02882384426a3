// SPDX-License-Identifier: Apache-2.0
// expect: unknown "a handler of SIGALRM while a timer runs"
// With SA_RESTART the call begins again after the handler; the timer comes again and again.
#include <assert.h>
#include <pthread.h>
#include <semaphore.h>
#include <signal.h>
#include <sys/time.h>

static sem_t news;

static void handler(int sig) { (void)sig; }

static void *poster(void *arg) {
    sem_post(&news);
    return arg;
}

int main(void) {
    pthread_t t;
    struct itimerval time = {{1, 0}, {1, 0}};
    sem_init(&news, 0, 0);
    signal(SIGALRM, handler);
    setitimer(ITIMER_REAL, &time, NULL);
    pthread_create(&t, NULL, poster, NULL);
    assert(sem_wait(&news) == 0);
    return 0;
}
