// SPDX-License-Identifier: Apache-2.0
// expect: holds under sequential consistency
// A detached thread may outlive main.
// (With thrd_create, which runs what pthread_create does.)
#include <assert.h>
#include <threads.h>

static volatile int done;

static int work(void *arg) {
    (void)arg;
    done = 1;
    return 0;
}

int main(void) {
    thrd_t a;
    assert(thrd_create(&a, work, NULL) == thrd_success);
    assert(thrd_detach(a) == thrd_success);
    assert(done == 0 || done == 1);
    return 0;
}
