// SPDX-License-Identifier: Apache-2.0
// expect: violated assertion line 19
// pthread_kill tells whether a thread has ended: what it says of a signal that does not exist depends on that.
#include <assert.h>
#include <pthread.h>
#include <signal.h>
#include <stdatomic.h>

static atomic_int x;

static void *work(void *arg) {
    x = 1;
    return arg;
}

int main(void) {
    pthread_t thread;
    pthread_create(&thread, NULL, work, NULL);
    assert(x != 1 || pthread_kill(thread, 999) == 0);
    pthread_join(thread, NULL);
    return 0;
}
