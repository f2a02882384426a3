// SPDX-License-Identifier: Apache-2.0
// expect: violated assertion line 16
// The handler of an alarm runs while the thread sleeps.
#include <assert.h>
#include <signal.h>
#include <unistd.h>

static volatile sig_atomic_t fired;

static void handler(int sig) { fired = sig; }

int main(void) {
    signal(SIGALRM, handler);
    alarm(1);
    sleep(3);
    assert(!fired);
    return 0;
}
