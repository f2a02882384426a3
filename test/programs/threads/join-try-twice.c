// SPDX-License-Identifier: Apache-2.0
// expect: violated mutex-misuse line 20
// A thread that was joined with a time limit is joined again.
#define _GNU_SOURCE
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
    if (pthread_tryjoin_np(a, NULL) == 0)
        pthread_join(a, NULL);
    (void)soon;
    return 0;
}
