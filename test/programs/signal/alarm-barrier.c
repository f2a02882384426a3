// SPDX-License-Identifier: Apache-2.0
// expect: unknown "a handler"
// A thread waits at a barrier for ever, but for the handler of the alarm, which ends the program.
#include <pthread.h>
#include <signal.h>
#include <unistd.h>

static pthread_barrier_t b;

static void handler(int sig) {
    (void)sig;
    _exit(0);
}

static void *worker(void *arg) {
    pthread_barrier_wait(&b);
    return arg;
}

int main(void) {
    pthread_t t;
    signal(SIGALRM, handler);
    alarm(1);
    pthread_barrier_init(&b, NULL, 2);
    pthread_create(&t, NULL, worker, NULL);
    pthread_join(t, NULL);
    return 0;
}
