// SPDX-License-Identifier: Apache-2.0
// expect: violated mutex-misuse line 13
// A detached thread is joined.
// (With thrd_create, which runs what pthread_create does.)
#include <threads.h>

static int work(void *arg) { return arg != 0; }

int main(void) {
    thrd_t a;
    thrd_create(&a, work, NULL);
    thrd_detach(a);
    thrd_join(a, NULL);
    return 0;
}
