// SPDX-License-Identifier: Apache-2.0
// expect: unknown "a handler"
// A thread waits for a read-write lock for ever, but for the handler of the alarm, which ends the program.
#include <pthread.h>
#include <signal.h>
#include <unistd.h>

static pthread_rwlock_t l = PTHREAD_RWLOCK_INITIALIZER;

static void handler(int sig) {
    (void)sig;
    _exit(0);
}

static void *worker(void *arg) {
    pthread_rwlock_wrlock(&l);
    return arg;
}

int main(void) {
    pthread_t t;
    signal(SIGALRM, handler);
    alarm(1);
    pthread_rwlock_rdlock(&l);
    pthread_create(&t, NULL, worker, NULL);
    pthread_join(t, NULL);
    return 0;
}
