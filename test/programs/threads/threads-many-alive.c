// SPDX-License-Identifier: Apache-2.0
// expect: violated assertion line 23
// 255 threads alive at the same time, created in one atomic section.
#include <assert.h>
#include <heddle.h>
#include <pthread.h>

enum { N = 254 };
static int started;

static void *work(void *arg) {
    started++;
    return arg;
}

int main(void) {
    heddle_atomic_begin();
    for (int i = 0; i < N; i++) {
        pthread_t t;
        assert(pthread_create(&t, NULL, work, NULL) == 0);
    }
    assert(started == 0);
    assert(started == N);
    heddle_atomic_end();
    return 0;
}
