// SPDX-License-Identifier: Apache-2.0
// expect: violated assertion line 10
// main may return first, but it need not: the assertion can fail before.
#include <assert.h>
#include <pthread.h>

static int ready;

static void *work(void *arg) {
    assert(!ready);
    return arg;
}

int main(void) {
    pthread_t a;
    pthread_create(&a, NULL, work, NULL);
    ready = 1;
    return 0;
}
