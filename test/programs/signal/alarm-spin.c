// SPDX-License-Identifier: Apache-2.0
// expect: unknown "a handler"
// A thread waits for a spin lock for ever, but for the handler of the alarm, which ends the program.
#include <pthread.h>
#include <signal.h>
#include <unistd.h>

static pthread_spinlock_t s;

static void handler(int sig) {
    (void)sig;
    _exit(0);
}

static void *worker(void *arg) {
    pthread_spin_lock(&s);
    return arg;
}

int main(void) {
    pthread_t t;
    signal(SIGALRM, handler);
    alarm(1);
    pthread_spin_init(&s, PTHREAD_PROCESS_PRIVATE);
    pthread_spin_lock(&s);
    pthread_create(&t, NULL, worker, NULL);
    pthread_join(t, NULL);
    return 0;
}
