// SPDX-License-Identifier: Apache-2.0
// expect: holds
// An alarm without a handler only ends the program; one that was taken back does nothing, whoever handles its signal.
#include <assert.h>
#include <pthread.h>
#include <signal.h>
#include <unistd.h>

static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static int n, handled;

static void handler(int sig) { handled = sig; }

static void *worker(void *arg) {
    pthread_mutex_lock(&m);
    n++;
    pthread_mutex_unlock(&m);
    return arg;
}

int main(void) {
    pthread_t t;
    alarm(10);
    pthread_create(&t, NULL, worker, NULL);
    worker(NULL);
    pthread_join(t, NULL);
    alarm(0);
    signal(SIGALRM, handler);
    sleep(20);
    assert(n == 2 && !handled);
    return 0;
}
