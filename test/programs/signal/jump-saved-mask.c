// SPDX-License-Identifier: Apache-2.0
// expect: unknown "a handler of SIGALRM while a timer runs"
// The jump out of the handler unblocks its signal, so the second alarm ends the second wait.
#include <pthread.h>
#include <semaphore.h>
#include <setjmp.h>
#include <signal.h>
#include <unistd.h>

static sem_t never;
static sigjmp_buf env;

static void handler(int sig) {
    (void)sig;
    siglongjmp(env, 1);
}

int main(void) {
    volatile int rounds = 0;
    sem_init(&never, 0, 0);
    signal(SIGALRM, handler);
    sigsetjmp(env, 1);
    if (rounds == 2)
        return 0;
    rounds = rounds + 1;
    alarm(1);
    sem_wait(&never);
    return 1;
}
