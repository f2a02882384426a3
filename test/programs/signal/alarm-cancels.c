// SPDX-License-Identifier: Apache-2.0
// expect: unknown "SIGALRM"
// Two threads wait for each other and block the signal; its handler runs in the thread that computes, and cancels one of them.
#include <pthread.h>
#include <signal.h>
#include <stdatomic.h>
#include <unistd.h>

static pthread_t one, two;
static atomic_int cancelled;
static pthread_barrier_t created;

static void handler(int sig) {
    (void)sig;
    pthread_cancel(one);
    cancelled = 1;
}

static void *join_two(void *arg) {
    pthread_barrier_wait(&created);
    pthread_join(two, NULL);
    return arg;
}

static void *join_one(void *arg) {
    pthread_barrier_wait(&created);
    pthread_join(one, NULL);
    return arg;
}

int main(void) {
    sigset_t set;
    sigemptyset(&set);
    sigaddset(&set, SIGALRM);
    pthread_sigmask(SIG_BLOCK, &set, NULL);
    pthread_barrier_init(&created, NULL, 3);
    pthread_create(&one, NULL, join_two, NULL);
    pthread_create(&two, NULL, join_one, NULL);
    pthread_barrier_wait(&created);
    pthread_sigmask(SIG_UNBLOCK, &set, NULL);
    signal(SIGALRM, handler);
    alarm(1);
    while (!cancelled)
        continue;
    return 0;
}
