// SPDX-License-Identifier: Apache-2.0
// expect: violated assertion line 21
// A choice inside an atomic section: what comes after the section can still be preceded by other threads.
#include <assert.h>
#include <heddle.h>
#include <pthread.h>

static int seen, chosen;

static void *watch(void *arg) {
    if (chosen == 1)
        seen = 1;
    return arg;
}

static void section(void) {
    heddle_atomic_begin();
    chosen = 1;
    heddle_choose(2);
    heddle_atomic_end();
    assert(seen == 0);
}

int main(void) {
    pthread_t t;
    pthread_create(&t, NULL, watch, NULL);
    section();
    pthread_join(t, NULL);
    return 0;
}
