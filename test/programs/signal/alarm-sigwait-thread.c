// SPDX-License-Identifier: Apache-2.0
// expect: violated assertion line 31
// A thread takes the signals of a timer while the others go on: nobody knows how far they are then.
#include <assert.h>
#include <pthread.h>
#include <signal.h>
#include <unistd.h>

static int progress, seen = -1;

static void *clock_thread(void *arg) {
    sigset_t set;
    int sig;
    sigemptyset(&set);
    sigaddset(&set, SIGALRM);
    sigwait(&set, &sig);
    seen = __atomic_load_n(&progress, __ATOMIC_SEQ_CST);
    return arg;
}

int main(void) {
    pthread_t t;
    sigset_t set;
    sigemptyset(&set);
    sigaddset(&set, SIGALRM);
    pthread_sigmask(SIG_BLOCK, &set, NULL);
    alarm(1);
    pthread_create(&t, NULL, clock_thread, NULL);
    __atomic_store_n(&progress, 1, __ATOMIC_SEQ_CST);
    pthread_join(t, NULL);
    assert(seen == 0);
    return 0;
}
