// SPDX-License-Identifier: Apache-2.0
// expect: violated assertion line 19
// Another thread may see what a thread did before an assumption ends the run.
#include <assert.h>
#include <heddle.h>
#include <pthread.h>

static int x;

static void *writer(void *arg) {
    x = 1;
    heddle_assume(0);
    return arg;
}

int main(void) {
    pthread_t t;
    pthread_create(&t, NULL, writer, NULL);
    assert(x == 0);
    return 0;
}
