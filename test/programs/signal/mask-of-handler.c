// SPDX-License-Identifier: Apache-2.0
// expect: holds
// A thread that a handler starts begins with the handler's mask, also where the program sets no other.
#include <assert.h>
#include <pthread.h>
#include <signal.h>

static int calls;
static pthread_t t;

static void *raises(void *arg) {
    raise(SIGUSR1);
    return arg;
}

static void handler(int sig) {
    (void)sig;
    calls++;
    assert(calls == 1);
    pthread_create(&t, NULL, raises, NULL);
}

int main(void) {
    signal(SIGUSR1, handler);
    raise(SIGUSR1);
    pthread_join(t, NULL);
    assert(calls == 1);
    return 0;
}
