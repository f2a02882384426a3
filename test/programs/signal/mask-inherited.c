// SPDX-License-Identifier: Apache-2.0
// expect: violated assertion line 21
// A new thread has the mask of its creator.
#include <assert.h>
#include <pthread.h>
#include <signal.h>

static volatile sig_atomic_t calls;

static void handler(int sig) { calls = sig; }

static void *worker(void *arg) {
    sigset_t set;
    pthread_sigmask(SIG_SETMASK, NULL, &set);
    assert(sigismember(&set, SIGUSR1) && !sigismember(&set, SIGUSR2));
    raise(SIGUSR1);
    assert(!calls);
    sigemptyset(&set);
    pthread_sigmask(SIG_SETMASK, &set, NULL);
    assert(calls == SIGUSR1);
    assert(calls == 0);
    return arg;
}

int main(void) {
    pthread_t t;
    sigset_t set;
    sigemptyset(&set);
    sigaddset(&set, SIGUSR1);
    signal(SIGUSR1, handler);
    pthread_sigmask(SIG_BLOCK, &set, NULL);
    pthread_create(&t, NULL, worker, NULL);
    pthread_join(t, NULL);
    return 0;
}
