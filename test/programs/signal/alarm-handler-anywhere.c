// SPDX-License-Identifier: Apache-2.0
// expect: unknown
// A handler may run between the two lines: what is not searched does not hold.
#include <assert.h>
#include <signal.h>
#include <unistd.h>

static volatile sig_atomic_t a, b;

static void handler(int sig) { assert(a == b), (void)sig; }

int main(void) {
    signal(SIGALRM, handler);
    alarm(1);
    a = 1;
    b = 1;
    return 0;
}
