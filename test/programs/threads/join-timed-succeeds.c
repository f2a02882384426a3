// SPDX-License-Identifier: Apache-2.0
// expect: violated assertion line 21
// A timed join can succeed.
#define _GNU_SOURCE
#include <assert.h>
#include <errno.h>
#include <pthread.h>
#include <time.h>

static const struct timespec soon = {1, 0};
static volatile int done;

static void *work(void *arg) {
    done = 1;
    return arg;
}

int main(void) {
    pthread_t a;
    pthread_create(&a, NULL, work, (void *)&done);
    assert(pthread_timedjoin_np(a, NULL, &soon) == ETIMEDOUT);
    (void)done;
    return 0;
}
