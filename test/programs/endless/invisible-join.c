// SPDX-License-Identifier: Apache-2.0
// expect: holds
// main waits for a thread that never ends and does nothing: no deadlock, no violation.
#include <assert.h>
#include <pthread.h>

static void *stuck(void *arg) {
    unsigned i = 0;
    for (;;)
        i = !i;
    return arg;
}

int main(void) {
    pthread_t a;
    pthread_create(&a, NULL, stuck, NULL);
    pthread_join(a, NULL);
    assert(0);
    return 0;
}
